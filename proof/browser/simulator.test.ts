/** The simulator as a product owner uses it: nothing is sent, and a link holds the question. */
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { dev } from '../../test/browser/chains.ts'
import { phone } from '../../test/browser/visit.ts'
import { judgeVisits, visit } from '../../test/browser/world.ts'

judgeVisits()

const address = `${dev.baseUrl}/machines/simulator`
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

test('two policies live through the same weeks, and differ in what they come to', async () => {
  const { page } = await visit(address)
  const [first, second] = [1, 2].map((place) =>
    page.getByRole('region', { name: `Policy ${place}` }),
  )
  await first!.getByText('Active, Current').waitFor()
  await second!.getByText('Cancelled, Over').waitFor()
  await first!.getByText('Attempt 7 to take 12.00 USDC failed').waitFor()
  await page.getByRole('button', { name: 'All goes well' }).click()
  await first!.getByText('Attempt 7 to take 12.00 USDC failed').waitFor({ state: 'detached' })
  await second!.getByText('Active, Current').waitFor()
})

test('a pause is asked for at any step, and its webhooks are shown byte for byte', async () => {
  const { page } = await visit(address)
  await page.getByRole('button', { name: 'All goes well' }).click()
  const first = page.getByRole('region', { name: 'Policy 1' })
  await first.getByRole('button', { name: 'Pause here' }).first().click()
  await first.getByText('The merchant asked for a pause.').waitFor()
  expect(await page.getByLabel('command').inputValue()).toBe('pause')
  const paused = first.getByRole('listitem').filter({ hasText: 'It is Paused now' })
  await paused.getByText('webhook SubscriptionStatusChanged').click()
  const body = JSON.parse(await paused.locator('pre').innerText()) as Record<string, unknown>
  expect(body).toMatchObject({
    eventType: 'SubscriptionStatusChanged',
    previousStatus: 'PendingPause',
    subscription: { status: 'Paused' },
  })
})

test('what happens in the moment of a charge comes after it, as the form says', async () => {
  const { page } = await visit(address)
  const first = page.getByRole('region', { name: 'Policy 1' })
  await page.getByText('What is due in the same moment comes first').waitFor()
  await page.getByLabel('from day').fill('30')
  await first.getByText('Attempt 1 to take 12.00 USDC failed').waitFor({ state: 'detached' })
  await page.getByLabel('from day').fill('29.9')
  await first.getByText('Attempt 1 to take 12.00 USDC failed').waitFor()
})

test('what is wrong stands at its field, and the address brings the question back', async () => {
  const { page } = await visit(address)
  const amount = page.getByLabel('USDC per period')
  await amount.fill('1e3')
  await page.getByText("'1e3' is not a plain decimal such as 10 or 9.99").first().waitFor()
  expect(await amount.getAttribute('aria-invalid')).toBe('true')
  await amount.fill('7.5')
  await page.getByText('7.50 USDC of period 1').first().waitFor()
  const { page: other } = await visit(page.url())
  await other.getByText('7.50 USDC of period 1').first().waitFor()
  expect(await other.getByLabel('USDC per period').inputValue()).toBe('7.5')
})

test('an address that holds something else begins with the first example', async () => {
  for (const hash of ['#nonsense', '#%7B%22policies%22%3A1%7D', '#%E0%A4%A']) {
    const { page } = await visit(`${address}${hash}`)
    await page.getByRole('region', { name: 'Policy 1' }).waitFor()
  }
})

test('it asks the service for nothing but its files', async () => {
  const visited = await visit(address)
  const { page } = visited
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await page.getByRole('button', { name: 'RPC away for two hours' }).click()
  await page.getByText('The charge of 12.00 USDC waits').first().waitFor()
  expect(asked).toEqual([])
})

test.each(['light', 'dark'] as const)('everybody can use it, in %s', async (colorScheme) => {
  for (const viewport of [undefined, phone]) {
    const { page } = await visit(address, { colorScheme, ...(viewport && { viewport }) })
    await page.getByRole('region', { name: 'Policy 2' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate<number>(overflow)).toBe(0)
  }
})
