/** Every screen of those who run the service, while its answers are on their way, and when they fail. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { runInDatabase } from '../../../test/browser/database.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt } from '../../../test/browser/screens.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { arrival, isComing, leaveFor } from '../../../test/browser/dashboard/every-screen.ts'
import {
  claims,
  holdBack,
  standBetween,
  tryAgain,
} from '../../../test/browser/dashboard/held-answers.ts'
import { openOperator } from '../../../test/browser/dashboard/operators.ts'

judgeVisits()

const screens = readFileSync(
  new URL('../../../web/dashboard/operator-screens.ts', import.meta.url),
  'utf8',
)
const json = { code: 'InternalError', message: 'The test answers 500.', requestId: 'a-request' }
const paths = [...screens.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path!)

test('every screen says that it loads, then that the service fails, and tries again by a button', async () => {
  const [merchant] = await runInDatabase<{ id: string }>('select min(id) as id from merchant')
  const visited = await openOperator('/accounts')
  visited.allow(/Failed to load|404/)
  const { page } = visited
  const between = await standBetween(page)
  const arrive = arrival(visited)
  const faults: string[] = []
  expect(paths.length).toBeGreaterThan(10)
  for (const [index, path] of paths.entries()) {
    const look = looks[index % looks.length]!
    await lookAt(page, look)
    const find = async () => [...(await findBarriers(page)), ...(await findMisfits(page, forStaff))]
    const failing = holdBack((route) => route.fulfill({ status: 500, json }))
    between.answer = failing.answer
    await leaveFor(page, `/dashboard/operator${path.replace(':id', merchant!.id)}`)
    await expect.poll(() => page.evaluate<boolean>(isComing), { interval: 20 }).toBe(true)
    const found = [...(await page.evaluate<string[]>(claims)), ...(await find())]
    failing.letGo()
    const said = page.locator('main').getByRole('heading', { name: 'The service could not answer' })
    const first = said.first()
    await first.waitFor({ timeout: 5_000 }).catch(() => found.push('does not say that it failed'))
    found.push(...(await find()))
    // Until the button is pressed it does not heal by itself either.
    const { answer, letGo } = holdBack()
    between.answer = answer
    await page.evaluate(tryAgain).catch(() => found.push('has nothing to try again by'))
    letGo()
    const healed = first.waitFor({ state: 'detached', timeout: 10_000 })
    await healed.catch(() => found.push('does not heal'))
    await arrive(path)
    faults.push(...found.map((fault) => `${path} ${look.name}: ${fault}`))
  }
  expect(faults).toEqual([])
}, 120_000)
