import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

export const THEMES = ['light', 'dark'] as const

/**
 * What axe finds wrong with the page as it stands, a line for each rule. The page must bypass its content policy. In the
 * dark nothing differs but the colours: there only these are looked at.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate(
    `axe.run(matchMedia('(prefers-color-scheme: dark)').matches ? { runOnly: ['color-contrast'] } : {})`,
  )) as { violations: Violation[] }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
