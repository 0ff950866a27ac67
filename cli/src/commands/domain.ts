import type { Command } from 'commander'
import type { Domain, DomainRecord } from '../client.ts'
import type { Begin } from '../context.ts'
import { Failure } from '../failure.ts'
import { makeTable } from '../make-table.ts'
import type { Output } from '../output.ts'
import { plainLine } from '../plain-text.ts'
import { showMoment } from '../show-moment.ts'

export function addDomain(program: Command, begin: Begin): void {
  const domain = program.command('domain').description('Take mail for domains of your own.')
  addAdd(domain, begin)
  addCheck(domain, begin)
  addList(domain, begin)
  addRm(domain, begin)
}

function addAdd(domain: Command, begin: Begin): void {
  domain
    .command('add')
    .argument('<domain>', 'like mail.example.com')
    .summary('Add a domain, and show the records to set.')
    .description('Add a domain, and show the records to set at its DNS provider. Mail is taken once they are found.')
    .action(async (name: string, _: object, command: Command) => {
      const { out, client } = begin(command)
      const added = await client().domains.create(name)
      out.show(added, () => showDomain(out, added))
      if (added.state !== 'verified') out.note(`When they are set: mayfly domain check ${added.domain}`)
    })
}

function addCheck(domain: Command, begin: Begin): void {
  domain
    .command('check')
    .argument('<domain>', 'as mayfly domain list shows it')
    .summary('Look at the records of a domain now.')
    .description('Look at the records of a domain now, and show what is there. Fails as long as it is not verified.')
    .action(async (name: string, _: object, command: Command) => {
      const { out, client } = begin(command)
      const checked = await out.whileWaiting('Asking the name servers …', client().domains.check(name))
      out.show(checked, () => showDomain(out, checked))
      if (checked.state !== 'verified') {
        const when = checked.nextCheckAt === null ? '' : ` The next look by itself: ${showMoment(checked.nextCheckAt)}.`
        throw new Failure(`${checked.domain} is ${checked.state}: its records are not all there.${when}`)
      }
    })
}

function addList(domain: Command, begin: Begin): void {
  domain
    .command('list')
    .description('List the domains of the account.')
    .action(async (_: object, command: Command) => {
      const { out, client } = begin(command)
      const found = await client().domains.list({ pageSize: 100 }).toArray()
      const rows = found.map(({ domain: name, state, checkedAt }) => [name, state, showMoment(checkedAt)])
      out.table(found, ['DOMAIN', 'STATE', 'CHECKED'], rows, 'No domain yet. Add one: mayfly domain add DOMAIN')
    })
}

function addRm(domain: Command, begin: Begin): void {
  domain
    .command('rm')
    .argument('<domain>', 'as mayfly domain list shows it')
    .description('Remove a domain. No mail is taken for it any more; what has come is kept as long as the plan says.')
    .action(async (name: string, _: object, command: Command) => {
      const { out, client } = begin(command)
      await client().domains.delete(name)
      out.show({ removed: name }, () => `Removed ${name}.`)
    })
}

function showDomain(out: Output, { domain, state, records }: Domain): string[] {
  const rows = records.map((record) => [
    record.optional ? `${record.status} (optional)` : record.status,
    record.type,
    record.host,
    record.priority === null ? '' : String(record.priority),
    record.value,
  ])
  const table = makeTable(['STATUS', 'TYPE', 'HOST', 'PRIORITY', 'VALUE'], rows, (text) => out.style('dim', text))
  return [`${domain} is ${state}.`, '', ...table, ...hintsOf(records)]
}

function hintsOf(records: readonly DomainRecord[]): string[] {
  const hints = records
    .filter(({ hint }) => hint)
    .map(({ type, host, hint }) => `${type} ${host}: ${plainLine(hint ?? '')}`)
  return hints.length === 0 ? [] : ['', ...hints]
}
