import type { CommandWords } from './command-words.ts'

/** For `mayfly completion fish | source`. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.slice(1).map(({ path }) => `'${path}'`)
  const lines = commands.flatMap(({ path, subcommands, options, choices }) => {
    const at = `complete -c mayfly -f -n ${quote(`test (__mayfly_path) = '${path}'`)}`
    const valuesOf = (option: string) => choices.find((choice) => choice.option === option)?.values
    const own = valuesOf(path.split(' ').at(-1) ?? '')
    return [
      ...subcommands.map(({ word, describes }) => `${at} -a ${word} -d ${quote(describes)}`),
      ...(own ? [`${at} -a ${quote(own.join(' '))}`] : []),
      ...options.map(({ word, describes }) => {
        const values = valuesOf(word)
        return `${at} -l ${word.slice(2)} -d ${quote(describes)}${values ? ` -x -a ${quote(values.join(' '))}` : ''}`
      }),
    ]
  })
  return `# mayfly: mayfly completion fish | source
function __mayfly_path
  set -l path mayfly
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
    case ${paths.join(' ')}
      set path "$path $word"
    end
  end
  echo $path
end
complete -c mayfly -f
${lines.join('\n')}`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
