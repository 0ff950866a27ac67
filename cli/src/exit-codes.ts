/** What the shell is told. Documented in the help, so a number never changes its meaning. */
export const FAILED = 1
export const MISUSED = 2
export const TIMED_OUT = 3
