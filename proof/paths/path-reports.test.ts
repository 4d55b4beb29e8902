/** The reports say of every path how it went and how it is repeated, and of every transition which path took it. */
import { expect, test } from 'vitest'
import { toConformancePage } from './reports/conformance-page.ts'
import { drawMachine } from './reports/drawn-machines.ts'
import { toReportPage } from './reports/report-page.ts'
import { conformanceOf, missingIn } from './conformance.ts'
import type { PathResult } from './path.ts'

const walked: PathResult = {
  id: 'plan/1',
  kind: 'plan',
  ground: 'service',
  steps: [
    { does: 'begins', states: ['Draft'] },
    { does: 'is told to activate', states: ['Active'] },
    { does: 'is told to archive', states: ['Archived'] },
  ],
  transitions: ['plan: Draft on plan.activate', 'plan: Active on plan.archive'],
  failure: null,
  durationMs: 1234,
}
const failed: PathResult = {
  ...walked,
  id: 'store/plan/1',
  ground: 'store',
  failure: 'in step 2: <Draft> & not Active',
}
const ofPlan = (results: PathResult[]) =>
  conformanceOf(results).filter(({ kind }) => kind === 'plan')

async function pageOf(results: PathResult[]): Promise<string> {
  const drawings = new Map([['plan', await drawMachine('plan')] as const])
  return toReportPage({ build: 'A build.', results, machines: ofPlan(results), drawings })
}

test('a transition names the paths that took it, those on the service first', () => {
  const page = toConformancePage(ofPlan([failed, walked]), 'A build.')
  expect(page).toContain('| `Draft on plan.activate` | service, store | plan/1, store/plan/1 |')
  expect(page).toContain('| plan | 4 | 2 of 4, 50 % | 2 of 4, 50 % | 2 |')
})

test('a transition that no path took is named', () => {
  expect(missingIn(ofPlan([walked]))).toEqual([
    'plan: Draft on plan.update',
    'plan: Archived on plan.restore',
  ])
  expect(toConformancePage(ofPlan([walked]), '')).toContain('**2 transitions have no path.**')
})

test('a transition that is never taken is excused with its reason, and counts for nothing', () => {
  const deliveries = conformanceOf([]).filter(({ kind }) => kind === 'delivery')
  const page = toConformancePage(deliveries, '')
  expect(page).toContain('| exception | A pending delivery has all its attempts left. |')
  expect(missingIn(deliveries)).not.toContain('delivery: Pending on delivery.attemptFailed')
})

test('a failed path stands open, with why it failed and the line that repeats it', async () => {
  const page = await pageOf([walked, failed])
  expect(page).toContain('<details id="path-store-plan-1" open>')
  expect(page).toContain('<pre>in step 2: &lt;Draft&gt; &amp; not Active</pre>')
  expect(page).toContain('npm run test:paths -- --path store/plan/1<')
  expect(page).toContain('<details id="path-plan-1"><summary>')
})

test('a path is drawn with the states that it came to, in its order, and the ways between them', async () => {
  const page = await pageOf([walked])
  const [drawing = ''] = /<svg class="walk".*?<\/svg>/s.exec(page) ?? []
  const numbers = [...drawing.matchAll(/class="number"[^>]*>([^<]*)</g)].map(([, text]) => text)
  expect(numbers).toEqual(['1', '2', '3'])
  expect(drawing.match(/class="way"/g)).toHaveLength(2)
  expect(page).toContain(`id="${/href="#([^"]*)"/.exec(drawing)![1]}"`)
})

test('the page needs nothing from elsewhere', async () => {
  const page = await pageOf([walked])
  expect(page).not.toMatch(/<script|<link|(src|href)="(?!#)/)
})
