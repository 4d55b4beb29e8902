/** Events, what became of their webhooks, and the pages of long lists. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { Merchant } from '../../../examples/client/merchant.ts'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { dev, quick } from '../../../test/browser/chains.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
import { newShop } from '../../../test/browser/shops.ts'
import type { Visit } from '../../../test/browser/visit.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { goTo, openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

async function findFaults({ page }: Visit, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const look of looks) {
    await lookAt(page, look)
    await takePicture(page, `dashboard-${name}`, look)
    faults.push(...(await findBarriers(page)), ...(await findMisfits(page, forStaff)))
  }
  return faults
}

/** An endpoint that answers as it is told. */
async function startEndpoint() {
  const endpoint = { url: '', answer: 500 }
  const server = createServer((_, response) => response.writeHead(endpoint.answer).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  onTestFinished(() => void server.close())
  return endpoint
}

const makePlan = (shop: Merchant, name: string) =>
  shop.asPerson<{ id: string }>('POST', '/test/plans', {
    name,
    asset: quick.codes[0],
    amount: '10',
    periodDays: 31,
  })

test('an event is found, read, followed to what it is about, and sent although nobody was told', async () => {
  const shop = await newShop('Events', 'Gold')
  const visited = await openScreen(shop, '/events')
  const { page, button } = visited
  await page.getByText('Not sent').first().waitFor()
  const countBefore = await page.locator('tbody tr').count()
  const { id } = await makePlan(shop, 'Silver')
  await shop.asPerson('POST', `/test/plans/${id}/activate`, {})
  // Well before a page reads again without news, which is after 30 s.
  await page.locator('tbody tr').nth(countBefore).waitFor({ timeout: 15_000 })
  await page.getByLabel('Event type').selectOption('PlanStatusChanged')
  await page.getByText('2 events', { exact: true }).waitFor()
  expect(await findFaults(visited, 'events')).toEqual([])
  await page.getByRole('link', { name: 'Plan status changed' }).last().click()
  await page.getByRole('heading', { name: /^Event \d+: Plan status changed$/ }).waitFor()
  await page.getByText('"previousStatus": "Draft"').waitFor()
  const endpoint = await startEndpoint()
  endpoint.answer = 200
  await shop.sendWebhooksTo(endpoint.url)
  await page.reload()
  await button('Send the event again').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send the event again' }).click()
  await page.locator('.status', { hasText: 'Delivered' }).first().waitFor()
  expect(await findFaults(visited, 'event')).toEqual([])
  await page.getByRole('link', { name: shop.dev.planId }).click()
  await page.getByRole('heading', { level: 1, name: 'Gold' }).waitFor()
})

test('what did not arrive is sent again all at once, and what cannot be says why', async () => {
  const endpoint = await startEndpoint()
  const shop = await newShop('Redelivery')
  const old = { label: 'Old', proof: shop.proof }
  const other = await shop.asPerson<{ name: string }>('POST', '/test/api-keys', old)
  await shop.sendWebhooksTo(endpoint.url)
  await shop.asPerson('POST', '/test/webhook-endpoint/test', {})
  const visited = await openScreen(shop, '/deliveries')
  const { page, button } = visited
  await expect.poll(() => page.locator('.status', { hasText: 'Retrying' }).count()).toBe(2)
  await shop.asPerson('DELETE', `/test/api-keys/${other.name}`)
  await page.locator('.status', { hasText: 'Cancelled' }).waitFor()
  endpoint.answer = 200
  await button('Act on all that match').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Look at what it would do' }).click()
  await dialog.getByText('2 match. 1 takes it now.').waitFor()
  await dialog.getByText('1 does not, being Cancelled').waitFor()
  await dialog.getByRole('button', { name: 'Send again: Do it to 1' }).click()
  await dialog.getByText('1 of 1 done').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.status', { hasText: 'Delivered' }).waitFor()
  expect(await findFaults(visited, 'deliveries')).toEqual([])
})

test('the pages of a list stand in the address, lead on and back, and stay while rows come', async () => {
  const shop = await newShop('Pages', 'Plan 0')
  for (let count = 1; count <= 60; count++) await makePlan(shop, `Plan ${count}`)
  const asked: string[] = []
  const visited = await openScreen(shop, '/plans')
  const { page } = visited
  page.on('request', (request) => asked.push(request.url()))
  const first = async () => page.locator('tbody tr').first().getByRole('link').innerText()
  const go = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await expect.poll(first).toBe('Plan 60')
  await go('Next')
  await expect.poll(first).toBe('Plan 35')
  await go('Next')
  await expect.poll(first).toBe('Plan 10')
  expect(await page.getByRole('link', { name: 'Next', exact: true }).count()).toBe(0)
  await makePlan(shop, 'Plan 61')
  await page.reload()
  await expect.poll(first).toBe('Plan 10')
  await go('Previous')
  await expect.poll(first).toBe('Plan 35')
  await page.goBack()
  await expect.poll(first).toBe('Plan 10')
  await page.goForward()
  await expect.poll(first).toBe('Plan 35')
  await go('Previous')
  await expect.poll(first).toBe('Plan 60')
  await go('First page')
  await expect.poll(first).toBe('Plan 61')
  expect(new URL(page.url()).search).toBe('')
  expect(asked.filter((url) => url.includes('offset='))).toEqual([])
  expect(await findFaults(visited, 'pages')).toEqual([])
})

test('a screen reads what it shows once, and once more when it has moved', async () => {
  const shop = await newShop('Once', 'Gold')
  const visited = await openScreen(shop, '/')
  const { page } = visited
  const reads: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/dashboard/api/test/plans')) reads.push(pathname)
  })
  await page.clock.install()
  // The stream opens once the screen is there and would read.
  await page.route('**/test/live', async (route) => {
    await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
    await route.continue()
  })
  const live = page.waitForResponse('**/test/live')
  await goTo(visited, '/plans')
  await page.getByRole('link', { name: 'Gold' }).waitFor()
  await live
  // The opening's pending reads happen now.
  await page.clock.runFor(5_000)
  await makePlan(shop, 'Silver')
  await page.getByRole('link', { name: 'Silver' }).waitFor()
  const list = '/dashboard/api/test/plans'
  expect(reads.filter((path) => path === list)).toEqual([list, list])
})

test('a refusal names its request, and leads to its line of the request log', async () => {
  const visited = await openScreen(await newShop('Refused'), '/clock')
  const { page, button } = visited
  visited.allow(/400/)
  await page.locator('input[type=datetime-local]').fill('2001-01-01T00:00')
  await button('Move there').click()
  const requestId = await page.getByRole('alert').getByRole('link').innerText()
  const asked = page.request
  await expect
    .poll(async () =>
      (await asked.get(`${dev.baseUrl}/dashboard/api/test/requests/${requestId}`)).status(),
    )
    .toBe(200)
  await page.getByRole('link', { name: requestId }).click()
  await page
    .getByRole('heading', { level: 1, name: 'POST /dashboard/api/test/clock/advance' })
    .waitFor()
  await page.getByText('Bad request').waitFor()
  await page.getByText(requestId).waitFor()
})
