import type { Transport } from './transport.ts'
import { type WaitOptions, waitForMessages } from './wait.ts'

export type CodeOptions = Omit<WaitOptions, 'has'>

/** The best code of the first message that has one. */
export async function waitForCode(transport: Transport, address: string, options: CodeOptions): Promise<string> {
  const [message] = await waitForMessages(transport, address, { ...options, has: 'code' })
  const codes = message?.codes ?? []
  // It is there: the service was asked for a message that has one.
  return (codes.find(({ superseded }) => !superseded) ?? codes[0])?.value as string
}
