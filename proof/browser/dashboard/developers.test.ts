/** What developers try on the test network: time, and their endpoint; and which mails one gets. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { dayMs } from '../../../machines/durations.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

test('the clock moves by a day at one click, and the header shows where it stands', async () => {
  const shop = await newShop('Clock')
  const { page, button } = await openScreen(shop, '/clock')
  const readNow = async () =>
    Date.parse((await shop.asPerson<{ now: string }>('GET', '/test/clock')).now)
  const before = await readNow()
  await button('+1 day').click()
  await expect.poll(readNow).toBeGreaterThanOrEqual(before + dayMs)
  await page.getByText('It is now').waitFor()
  const [date] = new Date(await readNow()).toISOString().split('T')
  await expect
    .poll(() => page.locator('.clock summary time').getAttribute('datetime'))
    .toContain(date)
  await page.goto(page.url().replace('/test/', '/main/'))
  await page.getByRole('heading', { name: 'There is no clock to move here' }).waitFor()
})

test('the torture kit says of a naive endpoint which rules it breaks, and what it answered', async () => {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => response.end('thanks <b>all</b>'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const shop = await newShop('Naive')
  const visited = await openScreen(shop, '/torture')
  visited.allow(/409/)
  const { page, button } = visited
  await button('Start a run').click()
  await page.getByRole('alert').filter({ hasText: 'WebhookEndpoint' }).waitFor()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  await shop.asPerson('PUT', '/test/webhook-endpoint', { url })
  await button('Start a run').click()
  await page.getByText('4 broken').waitFor({ timeout: 25_000 })
  const broken = page.getByRole('region', { name: 'Stale timestamp' })
  await broken.getByText('Refuse a call whose signed time').waitFor()
  await broken.getByText('200: thanks <b>all</b>').waitFor()
  await page.getByText('Did your server act once on the event').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  server.close()
}, 60_000)

test('somebody declines a kind of mail, and it stays declined', async () => {
  const { page, button } = await openScreen(await newShop('Mails'), '/mails')
  // The service of these tests has no mail settings, and says which they are.
  await page.getByText('This service sends no mails').waitFor()
  await page.getByText('MAIL_FROM, SMTP_URL and BASE_URL').waitFor()
  const gas = page.getByLabel('Gas wallets that run out')
  expect(await gas.isChecked()).toBe(true)
  await gas.uncheck()
  await button('Save the choice').click()
  await button('The choice is saved').waitFor()
  await page.reload()
  await gas.waitFor()
  expect(await gas.isChecked()).toBe(false)
  expect(await page.getByLabel('Subscriptions at risk').isChecked()).toBe(true)
})
