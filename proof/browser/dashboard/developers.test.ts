/** Developers try the test network: time; and choose their mails. */
import { expect, test } from 'vitest'
import { dayMs } from '../../../machines/durations.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
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
