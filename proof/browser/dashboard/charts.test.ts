/** A chart that cannot be drawn says so, and takes nothing else of its screen with it. */
import { expect, test } from 'vitest'
import { dev } from '../../../test/browser/chains.ts'
import { runner } from '../../../test/browser/shared-subscribers.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { goTo, logIn } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

const words = 'This browser could not draw the chart. No figure depends on it.'

test('where the file of the chart does not come', async () => {
  await runner()
  const visited = await logIn(dev.merchant)
  visited.allow(/ERR_FAILED/)
  const { page } = visited
  let stopped = 0
  await page.route(/line-chart/, async (route) => {
    stopped += 1
    await route.abort()
  })
  await goTo(visited, '/')
  await page.getByText(words).first().waitFor()
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  expect(stopped).toBeGreaterThan(0)
}, 60_000)

test('where the language of the browser is none that it can format numbers in', async () => {
  await runner()
  const visited = await logIn(dev.merchant, { language: 'en-US@posix' })
  const { page } = visited
  await goTo(visited, '/')
  await page.getByText(words).first().waitFor()
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
}, 60_000)
