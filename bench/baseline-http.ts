import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerQuestions } from './answer-questions.ts'

/** The bare HTTP server that getMail is measured against: the same bytes to everyone, whatever is asked. */
let body = Buffer.from('[]')

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.byteLength })
  response.end(body)
})
server.keepAliveTimeout = 75_000
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 })

answerQuestions(async (question: { readonly body: string }) => {
  body = Buffer.from(question.body)
  return { port: (server.address() as AddressInfo).port }
})
