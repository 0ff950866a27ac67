/** What {@link MayflyOptions.onDebug} is told. There are no keys, secrets or bodies in it. */
export type DebugEvent =
  | {
      readonly type: 'request'
      readonly method: string
      readonly path: string
      /** With its question mark; empty where there is none. */
      readonly query: string
      readonly attempt: number
    }
  | {
      readonly type: 'response'
      readonly method: string
      readonly path: string
      readonly attempt: number
      readonly status: number
      readonly milliseconds: number
      readonly requestId: string | null
    }
  | {
      readonly type: 'retry'
      readonly method: string
      readonly path: string
      /** The one that failed. */
      readonly attempt: number
      /** The code of what it failed with. */
      readonly reason: string
      /** Milliseconds until the next. */
      readonly delay: number
    }
