// The client from its source, so that a checkout needs no build of it, and the bundle has it inside.
export * from '../../clients/typescript/src/index.ts'
