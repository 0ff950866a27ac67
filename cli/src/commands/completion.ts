import { Argument, type Command } from 'commander'
import { bashCompletion } from '../completion/bash.ts'
import { wordsOf } from '../completion/command-words.ts'
import { fishCompletion } from '../completion/fish.ts'
import { zshCompletion } from '../completion/zsh.ts'
import type { Begin } from '../context.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export function addCompletion(program: Command, begin: Begin): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'yours').choices(Object.keys(SHELLS)))
    .summary('Print what makes your shell complete mayfly.')
    .description(
      'Print what makes your shell complete the words of mayfly. In ~/.bashrc: source <(mayfly completion bash). In ~/.zshrc: source <(mayfly completion zsh). In ~/.config/fish/config.fish: mayfly completion fish | source',
    )
    .action((shell: keyof typeof SHELLS, _: object, command: Command) => {
      const { out } = begin(command)
      const script = SHELLS[shell](wordsOf(program))
      out.show({ shell, script }, () => script)
    })
}
