// How the server is run, by npm start and by whoever measures it.

/** Small young generations: memory matters more than the time of their collections. */
export const MAYFLYD = ['--max-semi-space-size=4', 'server/src/main/mayflyd.ts']

/** One heap of the C library for all threads: with one each, what one of them gives back the others cannot use. */
export const SERVER_ENV = { MALLOC_ARENA_MAX: '1' }
