/** The program that serves, and how Node runs it: small young generations, because memory matters more than their GCs. */
export const MAYFLYD = ['--max-semi-space-size=4', 'server/src/main/mayflyd.ts']
