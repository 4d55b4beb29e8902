/** The figures: from what needs the merchant, and from every number, to exactly the rows. */
import { expect, test } from 'vitest'
import { dev } from '../../../test/browser/chains.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
import { once } from '../../../test/browser/once.ts'
import { newLatecomers, runner } from '../../../test/browser/shared-subscribers.ts'
import type { Visit } from '../../../test/browser/visit.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { goTo, logIn } from '../../../test/browser/dashboard/staff.ts'

/** Subscribers of this file, whatever others have done with the clock. */
const latecomers = once(newLatecomers)

judgeVisits()

const openFigures = async (path: string): Promise<Visit> => {
  await Promise.all([runner(), latecomers()])
  const visited = await logIn(dev.merchant)
  await goTo(visited, path)
  return visited
}

async function picture({ page }: Visit, name: string): Promise<void> {
  for (const look of looks) {
    await lookAt(page, look)
    await takePicture(page, `dashboard-${name}-full`, look)
  }
}

test('home says who will fail next, and leads to exactly those', async () => {
  const visited = await openFigures('/')
  const { page } = visited
  const card = page.getByRole('listitem').filter({ hasText: 'will fail unless somebody acts' })
  const count = Number(/charges? of (\d+)/.exec(await card.innerText())![1])
  await page.locator('.chart canvas').first().waitFor()
  await picture(visited, 'home')
  await card.getByRole('link', { name: 'See who' }).click()
  await page.getByText('Only the rows behind one number:').waitFor()
  await page
    .getByText(count === 1 ? '1 subscription' : `${count} subscriptions`, { exact: true })
    .waitFor()
  const headAndRows = 1 + Math.min(count, 25)
  await expect.poll(() => page.getByRole('row').count()).toBe(headAndRows)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByText('Only the rows behind one number:').waitFor({ state: 'detached' })
}, 60_000)

test('the forecast leads to a charge at risk, and on to the card of its payer', async () => {
  const { poor } = await latecomers()
  const visited = await openFigures('/forecast')
  const { page } = visited
  await picture(visited, 'forecast')
  const reason = page.getByRole('row').filter({ hasText: 'Insufficient balance' }).first()
  await reason.getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'Charges to come' }).waitFor()
  const row = page
    .getByRole('row')
    .filter({ hasText: poor.contractAddress.slice(-4) })
    .first()
  await row.locator('a[href*="/payers/"]').click()
  await page.getByRole('heading', { level: 1, name: 'Payer' }).waitFor()
  await page.getByText('Most that can leave').waitFor()
  const { wallets } = await readAs<{ wallets: { canLeave: string }[] }>(
    visited,
    `/payers/${poor.wallet.account.address}`,
  )
  await page.getByText(wallets[0]!.canLeave, { exact: true }).first().waitFor()
  await picture(visited, 'payer')
}, 60_000)

test('metrics and books show what the API says of them', async () => {
  const visited = await openFigures('/metrics')
  const { page } = visited
  await page.locator('.chart canvas').first().waitFor()
  await picture(visited, 'metrics')
  const { assets } = await readAs<{ assets: { mrr: string }[] }>(visited, '/metrics')
  await page.getByTitle(assets[0]!.mrr, { exact: true }).first().waitFor()
  await goTo(visited, '/reconciliation')
  await picture(visited, 'reconciliation')
  const { lines } = await readAs<{ lines: { differing: { count: number } }[] }>(
    visited,
    '/reconciliation',
  )
  expect(lines.map(({ differing }) => differing.count)).toEqual(lines.map(() => 0))
  expect(await page.getByText('Agrees').count()).toBe(lines.length)
}, 60_000)

/** Reads from the API with the session of the page. */
const readAs = <Answer>({ page }: Visit, path: string): Promise<Answer> =>
  page.evaluate(
    async (url) => (await fetch(url)).json() as Promise<Answer>,
    `/dashboard/api/test${path}`,
  )
