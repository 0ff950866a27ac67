import type { CommandWords, Word } from './command-words.ts'

/** For `source <(mayfly completion zsh)`, and for a file named _mayfly on the fpath. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.slice(1).map(({ path }) => `'${path}'`)
  const choices = commands.flatMap(({ path, choices: all }) =>
    all.map(({ option, values }) => `    '${path} ${option}') found=(${values.map(quote).join(' ')}) ;;`),
  )
  const rest = commands.map(({ path, subcommands, options }) => {
    const found = [...subcommands, ...options].map(describe)
    return `    '${path}') found=(${found.join(' ')}) ;;`
  })
  return `#compdef mayfly
# mayfly: source <(mayfly completion zsh)
_mayfly() {
  local route=mayfly word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$route $word" in
    ${paths.join('|')}) route="$route $word" ;;
    esac
  done
  case "$route \${words[CURRENT-1]}" in
${choices.join('\n')}
  *)
    case "$route" in
${rest.join('\n')}
    esac ;;
  esac
  _describe mayfly found
}
if [[ \${funcstack[1]} == _mayfly ]]; then _mayfly "$@"; else compdef _mayfly mayfly; fi`
}

/** A colon separates the word from what it means. */
function describe({ word, describes }: Word): string {
  return quote(`${word}:${describes.replaceAll(':', '\\:')}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
