import { type LinkKind, MAX_SESSIONS, type NewLink, type NewSignUp, type Session } from '../../domain/people-store.ts'
import { hex, type Mutable } from './directory.ts'

/** How people come in: sessions, links that work once, and sign-ups that wait for their code. */
export class Entrances {
  readonly #sessions = new Map<string, Mutable<Session>>()
  readonly #links = new Map<string, NewLink>()
  readonly #signUps = new Map<string, NewSignUp & { tries: number }>()

  addSession(session: Session, hash: Uint8Array): void {
    this.#sessions.set(hex(hash), { ...session })
    const own = [...this.#sessions].filter(([, { userId }]) => userId === session.userId)
    for (const [oldest] of own.slice(0, -MAX_SESSIONS)) this.#sessions.delete(oldest)
  }

  session(hash: Uint8Array): Session | undefined {
    return this.#sessions.get(hex(hash))
  }

  /** The newest first. */
  sessionsOf(userId: string): Session[] {
    const own = [...this.#sessions.values()].filter((session) => session.userId === userId)
    return own.map((session) => ({ ...session })).reverse()
  }

  touch(used: ReadonlyMap<string, { readonly at: number; readonly expiresAt: number }>): void {
    for (const session of this.#sessions.values()) {
      const touched = used.get(session.id)
      if (touched) Object.assign(session, { lastSeenAt: touched.at, expiresAt: touched.expiresAt })
    }
  }

  endSession(userId: string, sessionId: string): boolean {
    const found = [...this.#sessions].find(([, session]) => session.id === sessionId && session.userId === userId)
    return found !== undefined && this.#sessions.delete(found[0])
  }

  addLink(link: NewLink): void {
    this.#links.set(hex(link.hash), link)
  }

  takeLink(hash: Uint8Array, kind: LinkKind, now: number): string | null {
    const link = this.#links.get(hex(hash))
    if (link?.kind !== kind || link.expiresAt <= now) return null
    this.#links.delete(hex(hash))
    return link.userId
  }

  keepSignUp(wish: NewSignUp): void {
    this.#signUps.set(wish.email, { ...wish, tries: 0 })
  }

  takeSignUp(email: string, codeHash: Uint8Array, now: number, maxTries: number): string | null {
    const kept = this.#signUps.get(email)
    if (!kept) return null
    const right = kept.expiresAt > now && kept.tries < maxTries && hex(kept.codeHash) === hex(codeHash)
    if (right) this.#signUps.delete(email)
    else kept.tries++
    return right ? kept.password : null
  }

  /** Ends the user's sessions but one, and makes their links void. */
  forget(userId: string, keep: string | null): void {
    for (const [hash, session] of this.#sessions) {
      if (session.userId === userId && session.id !== keep) this.#sessions.delete(hash)
    }
    this.forgetLinks(userId)
  }

  forgetLinks(userId: string): void {
    for (const [hash, link] of this.#links) if (link.userId === userId) this.#links.delete(hash)
  }

  sweep(now: number): void {
    for (const kept of [this.#sessions, this.#links, this.#signUps]) {
      for (const [key, { expiresAt }] of kept) if (expiresAt <= now) kept.delete(key)
    }
  }
}
