/** RFC 5530 §3, and what RFC 3501 §7.1, RFC 4469 §4.2 and RFC 7162 §3.1.2.2 add. */
export type ResponseCode =
  | 'UNAVAILABLE'
  | 'AUTHENTICATIONFAILED'
  | 'AUTHORIZATIONFAILED'
  | 'EXPIRED'
  | 'PRIVACYREQUIRED'
  | 'CONTACTADMIN'
  | 'NOPERM'
  | 'INUSE'
  | 'EXPUNGEISSUED'
  | 'CORRUPTION'
  | 'SERVERBUG'
  | 'CLIENTBUG'
  | 'CANNOT'
  | 'LIMIT'
  | 'OVERQUOTA'
  | 'ALREADYEXISTS'
  | 'NONEXISTENT'
  | 'TRYCREATE'
  | 'READ-ONLY'
  | 'TOOBIG'
  | 'NOMODSEQ'
  | 'BADCHARSET (US-ASCII UTF-8)'

/** A command that is well formed and is not done: the client hears NO. Thrown by the backend or by a command. */
export class Refusal extends Error {
  readonly code: ResponseCode | null

  /** The text is one line of ASCII for a human, who reads in it what to do. */
  constructor(code: ResponseCode | null, text: string) {
    super(text)
    this.code = code
  }
}

/** A command that breaks the grammar, or comes in the wrong state: the client hears BAD. */
export class BadCommand extends Error {}

/** The session cannot go on: the client hears BYE. */
export class Farewell extends Error {}
