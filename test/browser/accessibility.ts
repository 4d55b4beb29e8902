/** Checks a page against WCAG 2.2 AA, as far as a program can tell. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Findings = Pick<AxeResults, 'violations'> & { passed: number }

/** Returns a line for every finding: what is wrong, how bad it is, and where. */
export async function findBarriers(page: Page): Promise<string[]> {
  // The page's policy lets no script in; the debugger can insert one all the same.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe)
  // Passed rules are only counted: sending all of them takes longer than finding them.
  const { violations, passed } = await page.evaluate<Findings>(
    `axe.run(document, ${JSON.stringify({ runOnly: standards, resultTypes: ['violations'] })})
      .then(({ violations, passes }) => ({ violations, passed: passes.length }))`,
  )
  if (passed === 0) throw new Error('nothing was looked at')
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target }) => `${impact}: ${help} (${id}) at ${target.join(' ')}`),
  )
}
