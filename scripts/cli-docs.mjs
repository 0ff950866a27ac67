// Makes the second half of docs/cli.md from the help of the commands: node scripts/cli-docs.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listCommands, nameOf } from '../cli/src/command-tree.ts'
import { createProgram } from '../cli/src/program.ts'
import { lookAround } from '../cli/src/surroundings.ts'
import { ROOT } from './root.mjs'

const PAGE = join(ROOT, 'docs', 'cli.md')
const MARK = '<!-- From here on made from the help of the commands by npm run format. -->\n'
const WIDTH = 100

const committed = readFileSync(PAGE, 'utf8')
const page = `${committed.split(MARK, 1)[0]}${MARK}\n${makeReference()}`
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, page)
} else if (committed !== page) {
  process.stderr.write('docs/cli.md does not match the help of the commands. Run npm run format.\n')
  process.exit(1)
}

function makeReference() {
  const sections = listCommands(createProgram(lookAround())).map((command) => {
    return `### ${nameOf(command)}\n\n\`\`\`text\n${helpOf(command)}\`\`\`\n`
  })
  return `## All commands\n\n${sections.join('\n')}`
}

function helpOf(command) {
  let text = ''
  const writeOut = (piece) => {
    text += piece
  }
  command.configureHelp({ ...command.configureHelp(), helpWidth: WIDTH }).configureOutput({ writeOut })
  command.outputHelp()
  return text
}
