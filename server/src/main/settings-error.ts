/** Every problem that the settings have, each a sentence for the operator. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? (problems[0] as string)
        : `There are ${problems.length} problems with the settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'SettingsError'
    this.problems = problems
  }
}
