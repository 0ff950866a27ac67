import type { CommandWords } from './command-words.ts'

/** For bash 3.2 and later, without the bash-completion package. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.slice(1).map(({ path }) => `'${path}'`)
  const choices = commands.flatMap(({ path, choices: all }) =>
    all.map(({ option, values }) => `    '${path} ${option}') words='${values.join(' ')}' ;;`),
  )
  const rest = commands.map(({ path, subcommands, options }) => {
    const words = [...subcommands, ...options].map(({ word }) => word)
    return `    '${path}') words='${words.join(' ')}' ;;`
  })
  return `# mayfly: source <(mayfly completion bash)
_mayfly() {
  local path=mayfly word words=
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
    ${paths.join('|')}) path="$path $word" ;;
    esac
  done
  case "$path $previous" in
${choices.join('\n')}
  *)
    case "$path" in
${rest.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _mayfly mayfly`
}
