import { Command, type CommanderError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { listCommands, nameOf } from './command-tree.ts'
import { addCode } from './commands/code.ts'
import { addCompletion } from './commands/completion.ts'
import { addConfig } from './commands/config.ts'
import { addDomain } from './commands/domain.ts'
import { addInbox } from './commands/inbox.ts'
import { addKey } from './commands/key.ts'
import { addListen } from './commands/listen.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addMail } from './commands/mail.ts'
import { addMcp } from './commands/mcp.ts'
import { addOpen } from './commands/open.ts'
import { addSend } from './commands/send.ts'
import { addWait } from './commands/wait.ts'
import { addWatch } from './commands/watch.ts'
import { addWebhook } from './commands/webhook.ts'
import { addWhoami } from './commands/whoami.ts'
import { makeBegin } from './context.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** In the order in which the help lists them. */
const COMMANDS = [
  ...[addLogin, addLogout, addWhoami],
  ...[addInbox, addMail, addWait, addCode, addOpen, addWatch, addSend],
  ...[addWebhook, addListen, addDomain, addKey, addMcp, addCompletion, addConfig],
]

const AFTER_HELP = `
Environment:
  MAYFLY_API_KEY  the key to use, in place of what mayfly login keeps: for CI
  MAYFLY_URL      the server (default: the one signed in to, else http://127.0.0.1:8025)
  NO_COLOR        set to anything, there are no colours and nothing moves

Exit codes:
  0  done
  1  it failed
  2  the command line is wrong
  3  nothing came in time (wait, code)`

/** All commands, ready to parse. */
export function createProgram(around: Surroundings): Command {
  const program: Command = new Command('mayfly')
    .description('Disposable inboxes from the command line.')
    .version(packageJson.version, '-v, --version', 'Show the version.')
    .option('--json', 'Print JSON, for programs.')
    .option('--url <url>', 'The server, in place of MAYFLY_URL.')
    .option('--debug', 'Show every request, and where a failure happened.')
    .helpOption('-h, --help', 'Show this.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: ({ parent }) => (parent ? program.options.filter(({ long }) => long !== '--version') : []),
    })
    .addHelpText('after', AFTER_HELP)
  const begin = makeBegin(around)
  for (const add of COMMANDS) add(program, begin)
  for (const command of listCommands(program)) makeStrict(command)
  return program
}

/** A complaint is one line, and says what to type instead. */
function makeStrict(command: Command): void {
  // What commander would print on standard error is said by whoever catches the complaint.
  const silence = () => undefined
  command.configureOutput({ outputError: silence, writeErr: silence }).exitOverride((error) => {
    throw error.exitCode === 0 ? error : complain(command, error)
  })
}

function complain(command: Command, { code, message }: CommanderError): UsageError {
  if (code === 'commander.help') {
    const names = command.commands.map((child) => child.name())
    return new UsageError(`${nameOf(command)} needs one of these after it: ${names.join(', ')}.`)
  }
  const [first = '', ...rest] = message.replace(/^error: /, '').split('\n')
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/[.!?]?$/, '.')
  // commander's guess stands in brackets on a line of its own.
  const guess = rest.map((line) => ` ${line.replace(/^\((.*)\)$/, '$1')}`).join('')
  return new UsageError(`${sentence}${guess} Type: ${nameOf(command)} ${command.usage()}`)
}
