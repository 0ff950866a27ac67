import { type Command, JSON_OPTION } from '../command.ts'
import { examineSettings, givenText } from '../settings.ts'
import { SettingsError } from '../settings-error.ts'
import { SETTINGS, type Setting } from '../settings-table.ts'

interface Row {
  readonly name: string
  readonly default: string | null
  /** As it is written in the environment, or the default. */
  readonly value: string | null
  readonly set: boolean
  readonly describes: string
}

export const config: Command = {
  usage: 'config [--json]',
  describes: 'Shows every setting, its default, its value now and what it does.',
  options: { json: JSON_OPTION },
  operands: [],
  async run({ options }) {
    const rows = Object.values<Setting<unknown>>(SETTINGS).map(toRow)
    process.stdout.write(options.json ? `${JSON.stringify(rows, null, 2)}\n` : toText(rows))
    const { problems } = examineSettings()
    if (problems.length > 0) throw new SettingsError(problems)
  },
}

function toRow(setting: Setting<unknown>): Row {
  const given = givenText(setting)
  const shown = given !== null && setting.secret ? `…${given.slice(-4)}` : given
  return {
    name: setting.name,
    default: setting.default,
    value: shown ?? setting.default,
    set: given !== null,
    describes: setting.describes,
  }
}

function toText(rows: readonly Row[]): string {
  const otherwise = new Map(
    Object.values<Setting<unknown>>(SETTINGS).map((setting) => [setting.name as string, setting.otherwise]),
  )
  return rows
    .map((row) => {
      const fallback = row.default ?? otherwise.get(row.name)
      const value = row.set ? `${row.name}=${row.value}  (default: ${fallback})` : `${row.name}  (default: ${fallback})`
      return `${value}\n    ${row.describes}\n`
    })
    .join('')
}
