/** Everything that did not arrive is sent again from the page, as far as the log goes, and it is said what becomes of it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Merchant } from '../../../examples/client/merchant.ts'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
import { newShop } from '../../../test/browser/shops.ts'
import type { Visit } from '../../../test/browser/visit.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { expectFocus, press, write } from '../../../test/browser/dashboard/by-keys.ts'
import { openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

const name = 'Send again what did not arrive'

async function findFaults({ page }: Visit, state: string): Promise<string[]> {
  const faults: string[] = []
  for (const look of looks) {
    await lookAt(page, look)
    await takePicture(page, `dashboard-undelivered-${state}`, look)
    faults.push(...(await findBarriers(page)), ...(await findMisfits(page, forStaff)))
  }
  return faults
}

/** An endpoint that answers as it is told, and remembers which events it took. */
async function startEndpoint() {
  const endpoint = { url: '', answer: 200, taken: [] as string[] }
  const server = createServer((request, response) => {
    request.resume()
    if (endpoint.answer === 200) endpoint.taken.push(String(request.headers['webhook-id']))
    response.writeHead(endpoint.answer).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  onTestFinished(() => void server.close())
  return endpoint
}

const setUrl = (shop: Merchant, url: string) => shop.sendWebhooksTo(url)

/** Makes so many events, beside that of the plan, that nobody is told of yet; returns all. */
async function makeEvents(shop: Merchant, count: number): Promise<string[]> {
  for (let made = 0; made < count; made++) await shop.createPayment('10')
  const ids = async () => (await shop.events()).map(({ eventId }) => String(eventId))
  await expect.poll(async () => (await ids()).length).toBe(count + 1)
  return ids()
}

test('more than one call takes is sent again to the end of the log, each event once, by the keyboard alone', async () => {
  const shop = await newShop('Undelivered')
  const events = await makeEvents(shop, 105)
  const endpoint = await startEndpoint()
  await setUrl(shop, endpoint.url)
  const visited = await openScreen(shop, '/integration')
  const { page, button } = visited
  await press(page, button(name))
  const dialog = page.getByRole('dialog', { name })
  const since = dialog.getByLabel('Happened since')
  await expect.poll(() => since.inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  expect(await findFaults(visited, 'asked')).toEqual([])
  await press(page, dialog.getByRole('button', { name }))
  await dialog.getByText(`${events.length} events are sent again.`).waitFor({ timeout: 20_000 })
  expect(await findFaults(visited, 'sent')).toEqual([])
  await expect.poll(() => endpoint.taken.length, { timeout: 20_000 }).toBe(events.length)
  expect(endpoint.taken.toSorted()).toEqual(events.toSorted())

  await press(page, dialog.getByRole('button', { name }))
  await dialog.getByText('everything since then has arrived').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(page, 'BUTTON')
  expect(endpoint.taken).toHaveLength(events.length)
}, 60_000)

test('a day before the newest event is proposed, and without a moment all of the log goes out', async () => {
  const shop = await newShop('Since')
  const earlier = await makeEvents(shop, 2)
  await shop.pass(2)
  await shop.createPayment('10')
  const all = async () => (await shop.events()).map(({ eventId }) => String(eventId))
  await expect.poll(async () => (await all()).length).toBeGreaterThan(earlier.length)
  const endpoint = await startEndpoint()
  await setUrl(shop, endpoint.url)
  const { page, button } = await openScreen(shop, '/deliveries')
  await button(name).click()
  const dialog = page.getByRole('dialog', { name })
  const since = dialog.getByLabel('Happened since')
  await expect.poll(() => since.inputValue()).not.toBe('')
  await dialog.getByRole('button', { name }).click()
  await dialog.getByText('1 event is sent again.').waitFor()
  await expect.poll(() => endpoint.taken.length).toBe(1)
  expect(earlier).not.toContain(endpoint.taken[0])

  await since.fill('')
  await expect.poll(() => dialog.getByText('1 event is sent again.').count()).toBe(0)
  await dialog.getByRole('button', { name }).click()
  const rest = (await all()).length - 1
  await dialog.getByText(`${rest} events are sent again.`).waitFor()
  await expect.poll(() => new Set(endpoint.taken).size).toBe(rest + 1)
}, 60_000)

test('where the service is away in between it is said, and it goes on where it was', async () => {
  const shop = await newShop('Cut short')
  const events = await makeEvents(shop, 105)
  const endpoint = await startEndpoint()
  await setUrl(shop, endpoint.url)
  const visited = await openScreen(shop, '/events')
  visited.allow(/Failed to load|ERR_/)
  const { page, button } = visited
  let calls = 0
  const held = Promise.withResolvers<void>()
  await page.route('**/deliveries/resend', async (route) => {
    if (++calls !== 2) return route.continue()
    await held.promise
    return route.abort()
  })
  expect(await findFaults(visited, 'list')).toEqual([])
  await button(name).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name }).click()
  await dialog.getByText('100 events so far. Keep this window open').waitFor()
  expect(await findFaults(visited, 'running')).toEqual([])
  held.resolve()
  await dialog.getByText('The service did not answer. Go on where it was').waitFor()
  expect(await findFaults(visited, 'cut-short')).toEqual([])
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByText(`${events.length} events are sent again.`).waitFor()
  await expect.poll(() => endpoint.taken.length, { timeout: 20_000 }).toBe(events.length)
}, 60_000)

test('what waits for an endpoint that is down is counted, and goes out when it answers', async () => {
  const shop = await newShop('Down')
  const endpoint = await startEndpoint()
  endpoint.answer = 500
  await setUrl(shop, endpoint.url)
  await makeEvents(shop, 6)
  const visited = await openScreen(shop, '/integration')
  const { page, button } = visited
  await page.locator('.status', { hasText: 'Down' }).waitFor({ timeout: 15_000 })
  await button(name).click()
  const dialog = page.getByRole('dialog', { name })
  await write(page, dialog.getByLabel('Happened since'), '')
  await dialog.getByRole('button', { name }).click()
  await dialog.getByText(/^\d+ deliveries wait until your endpoint answers/).waitFor()
  expect(await findFaults(visited, 'waits')).toEqual([])
  endpoint.answer = 200
  await dialog.getByRole('button', { name }).click()
  const all = (await shop.events()).length
  await expect.poll(() => new Set(endpoint.taken).size, { timeout: 20_000 }).toBe(all)
}, 60_000)
