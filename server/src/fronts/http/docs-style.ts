import { hash } from 'node:crypto'

/** The whole of the page's looks: it loads nothing. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d9dee3; --paper: #fff; --inset: #f5f7f9; --accent: #0b6b57 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e8ed; --soft: #9aa5b1; --line: #30373f; --paper: #14181c; --inset: #1c2126; --accent: #5cc9ae }
}
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 1rem }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.6 system-ui, sans-serif }
a { color: var(--accent) }
a:focus-visible, pre:focus-visible, div:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.page { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; list-style: none; margin: 0 0 .6rem; padding: 0 }
nav a { display: inline-block; padding: .15rem 0; text-decoration: none }
nav a:hover { text-decoration: underline }
main { margin-top: 1.5rem }
nav strong { font-size: .8rem; color: var(--soft); font-weight: 600 }
main { min-width: 0 }
h1 { margin: 0 0 .5rem; font-size: 1.8rem; line-height: 1.2 }
pre + p { margin-top: .8rem }
h2 { margin: 3rem 0 0; font-size: 1.35rem }
h3 { margin: 1.5rem 0 .2rem; padding-top: 1.2rem; border-top: 1px solid var(--line); font-size: 1rem; overflow-wrap: anywhere }
h4 { margin: 1.2rem 0 .3rem; font-size: .85rem; color: var(--soft); font-weight: 600 }
p { margin: .3rem 0 .6rem; max-width: 44rem }
code, pre { font: .86rem/1.55 ui-monospace, Menlo, Consolas, monospace }
h3 b { color: var(--accent) }
pre { margin: 0; padding: .8rem 1rem; overflow: auto; max-height: 26rem; background: var(--inset); border: 1px solid var(--line); border-radius: 6px }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: .92rem }
th, td { padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400 }
thead th { color: var(--soft); font-size: .82rem }
.soft { color: var(--soft) }
@media (min-width: 60rem) {
  main { margin-top: 0 }
  .page { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 3rem; padding-top: 2.5rem }
  nav ul { display: block }
  nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
`

/** Nothing but this very style: no script, no picture, no frame. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', DOCS_STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
