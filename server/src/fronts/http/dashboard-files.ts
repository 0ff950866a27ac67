import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface StoredFile {
  readonly type: string
  /** By the name of the coding; '' is the file as it is. */
  readonly bodies: ReadonlyMap<string, Buffer>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** The best first; made when the dashboard is built. */
const CODINGS: readonly (readonly [coding: string, suffix: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

/** Nothing but what we serve ourselves, nothing written into the page, and in nobody's frame. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  // Always asked for again: it names the files of the newest build.
  'cache-control': 'no-cache',
}

/** A year: a file with another content has another name. */
const FOREVER = 'public, max-age=31536000, immutable'

/** The built dashboard, read once: it is small, and is served from memory. */
export class DashboardFiles {
  readonly #files = new Map<string, StoredFile>()
  readonly #onVisit: () => void

  /** Empty where the folder is not there: the API needs no dashboard. `onVisit` is called when somebody opens it. */
  constructor(folder: string | null, onVisit: () => void) {
    this.#onVisit = onVisit
    for (const name of folder === null ? [] : listFiles(folder)) {
      const type = TYPES[extname(name)]
      if (type !== undefined) this.#files.set(`/${name}`, { type, bodies: readBodies(join(folder as string, name)) })
    }
  }

  /** Routes for all files that have names of their own. Addresses inside the dashboard go to `sendPage`. */
  addTo(app: FastifyInstance): void {
    app.get('/assets/*', (request, reply) => {
      const path = request.raw.url?.split('?', 1)[0] ?? ''
      return this.#send(path, request, reply, { 'cache-control': FOREVER })
    })
    if (this.#files.has('/index.html')) app.get('/', (request, reply) => this.sendPage(request, reply))
  }

  /** True where somebody wants to see a page, and there is one. */
  takes({ method, headers, raw }: FastifyRequest): boolean {
    const wanted = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
    return wanted && !raw.url?.startsWith('/v1/') && this.#files.has('/index.html')
  }

  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    this.#onVisit()
    return this.#send('/index.html', request, reply, PAGE_HEADERS)
  }

  #send(path: string, request: FastifyRequest, reply: FastifyReply, headers: Record<string, string>): FastifyReply {
    const file = this.#files.get(path)
    if (!file) return reply.callNotFound() as unknown as FastifyReply
    const accepted = codingsOf(request.headers['accept-encoding'])
    const coding = CODINGS.map(([name]) => name).find((name) => accepted.has(name) && file.bodies.has(name)) ?? ''
    if (coding !== '') reply.header('content-encoding', coding)
    return reply
      .code(200)
      .headers(headers)
      .header('vary', 'accept-encoding')
      .header('content-type', file.type)
      .send(file.bodies.get(coding))
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readBodies(path: string): Map<string, Buffer> {
  const bodies = new Map<string, Buffer>([['', readFileSync(path)]])
  for (const [coding, suffix] of CODINGS) {
    const body = readIfThere(path + suffix)
    if (body) bodies.set(coding, body)
  }
  return bodies
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** RFC 9110 §12.5.3: those that the client takes. A weight of 0 means that it does not. */
function codingsOf(header: string | string[] | undefined): Set<string> {
  const parts = String(header ?? '').split(',')
  const taken = parts.filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
  return new Set(taken.map((part) => part.split(';', 1)[0]?.trim().toLowerCase() ?? ''))
}
