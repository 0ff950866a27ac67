import { escapeText as text } from '../../protocols/safe-html/escape-html.ts'
import type { ExampleSite } from './curl-example.ts'
import { renderOperation } from './docs-operation.ts'
import { DOCS_STYLE } from './docs-style.ts'
import type { OpenApiDocument, Operation } from './openapi-document.ts'

/** In the order in which people need them. Any other comes behind. */
const TAGS = [
  'Mail',
  'Inboxes',
  'Messages',
  'Events',
  'Keys',
  'Account',
  'Sign-in',
  'Members',
  'Devices',
  'Operator',
  'Health',
]

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The reference as one page that loads nothing. */
export function renderDocsPage(site: ExampleSite): string {
  const { document } = site
  const groups = groupByTag(document)
  const sections = groups.map(([tag, entries]) => {
    const operations = entries.map(({ method, path, operation }) => renderOperation(site, method, path, operation))
    return `<h2>${text(tag)}</h2>\n${operations.join('\n')}`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(document.info.title)} API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<div class="page">
<nav aria-label="Operations">${groups.map(renderLinks).join('')}</nav>
<main>
${renderIntroduction(document)}
${sections.join('\n')}
</main>
</div>
</body>
</html>
`
}

function groupByTag({ paths }: OpenApiDocument): [tag: string, entries: Entry[]][] {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = Map.groupBy(entries, ({ operation }) => operation.tags[0] ?? '')
  const place = (tag: string) => (TAGS.includes(tag) ? TAGS.indexOf(tag) : TAGS.length)
  return [...groups].sort(([a], [b]) => place(a) - place(b))
}

function renderLinks([tag, entries]: [tag: string, entries: Entry[]]): string {
  const links = entries.map(({ operation: { operationId: id } }) => `<li><a href="#${id}">${text(id)}</a></li>`)
  return `<strong>${text(tag)}</strong><ul>${links.join('')}</ul>`
}

function renderIntroduction({ info, servers }: OpenApiDocument): string {
  return `<h1>${text(info.title)} API</h1>
<p>${text(info.description)} Version ${text(info.version)}, at <code>${text(servers[0]?.url ?? '')}</code>.
The same as a file for programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>Send your key as <code>X-API-KEY: tk_…</code> or <code>Authorization: Bearer tk_…</code>. The examples take it from the
environment and run as they are printed, in any order.</p>
<pre tabindex="0"><code>export MAYFLY_API_KEY=tk_…</code></pre>
<p>An error is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is for programs, its
<code>detail</code> says what to do. Lists hold <code>data</code> and <code>next_cursor</code>; times are UTC.</p>`
}
