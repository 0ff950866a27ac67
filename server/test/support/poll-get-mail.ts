// Polls getMail on kept connections until its input ends. Each line of input is answered with the answers so far.
import { Agent, get } from 'node:http'

const CONNECTIONS = 8
const [url = '', key = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

let over = false
let answers = 0
process.stdin.on('data', () => process.stdout.write(`${answers}\n`))
process.stdin.on('end', () => {
  over = true
})

function poll(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  get(url, { agent, headers: { 'X-API-KEY': key } }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`getMail answered ${response.statusCode}`))
    response.resume().once('end', resolve)
  }).once('error', reject)
  return promise
}

async function pollOn(): Promise<void> {
  while (!over) {
    await poll()
    answers += 1
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, pollOn))
agent.destroy()
