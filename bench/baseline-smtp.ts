import { type AddressInfo, createServer, type Socket } from 'node:net'
import { answerQuestions } from './answer-questions.ts'

/**
 * The bare socket server that SMTP intake is measured against: it looks for the ends of commands and of messages, and
 * throws everything away.
 */
const EHLO = [
  '250-bare.test',
  '250-PIPELINING',
  '250-SIZE 26214400',
  '250-8BITMIME',
  '250-SMTPUTF8',
  '250-ENHANCEDSTATUSCODES',
  '250-CHUNKING',
  '250-HELP',
  '250 STARTTLS\r\n',
].join('\r\n')
const END = '\r\n.\r\n'

function serve(socket: Socket): void {
  let inMessage = false
  let rest = ''
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: string) => {
    rest += chunk
    let replies = ''
    for (;;) {
      const mark = inMessage ? END : '\r\n'
      const end = rest.indexOf(mark)
      if (end < 0) {
        // Of a message only what may be the beginning of its end is kept.
        if (inMessage) rest = rest.slice(1 - END.length)
        break
      }
      const verb = inMessage ? '.' : rest.slice(0, 4)
      rest = rest.slice(end + mark.length)
      inMessage = verb === 'DATA'
      replies += replyTo(verb)
      if (verb === 'QUIT') break
    }
    if (replies.startsWith('221')) socket.end(replies)
    else if (replies !== '') socket.write(replies)
  })
  socket.write('220 bare.test ESMTP\r\n')
}

function replyTo(verb: string): string {
  switch (verb) {
    case 'EHLO':
      return EHLO
    case 'DATA':
      return '354 Go on\r\n'
    case 'QUIT':
      return '221 2.0.0 Bye\r\n'
    default:
      return '250 2.0.0 OK\r\n'
  }
}

const server = createServer({ noDelay: true }, serve)
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 })

answerQuestions(async () => ({ port: (server.address() as AddressInfo).port }))
