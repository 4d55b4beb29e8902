import { expect, test } from 'vitest'
import { hourMs } from '../../machines/durations.ts'
import { oneToken, quick } from './chains.ts'
import { createPayment, judgeVisits, merchant, newWallet, visit } from './world.ts'
import { startProxy } from './proxy.ts'

judgeVisits()

const twoHoursInDays = 2 / 24

/** The number of lines on which each amount and each symbol stands. */
const linesOfAmounts = `[...document.querySelectorAll('.figure > *, .due > *')].map((element) => {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ top }) => top)).size
}).filter((lines) => lines > 0)`

test('a page without scripts shows address, amount, network and code, and follows the payment (S1-5)', async () => {
  const payment = await createPayment(quick)
  const { page, heading, text } = await visit(`${payment.checkoutUrl}?name=Coffee`, {
    javaScriptEnabled: false,
  })
  await page.getByRole('heading', { name: 'Coffee' }).waitFor()
  await text(payment.depositAddress).first().waitFor()
  await text(/^10\sUSDC$/)
    .first()
    .waitFor()
  await page.getByRole('img', { name: payment.depositAddress }).waitFor()
  await quick.payer.send(payment.depositAddress, 10n * oneToken)
  await expect.poll(async () => (await merchant.readPayment(payment.id)).status).toBe('Succeeded')
  await page.getByRole('link', { name: 'Refresh this page' }).click()
  await heading('Paid').waitFor()
})

test('an item name with markup is shown as text, and cut where it is long (S1-5)', async () => {
  const payment = await createPayment(quick)
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  const { page } = await visit(`${payment.checkoutUrl}?name=${encodeURIComponent(hostile)}`)
  const title = page.getByRole('heading', { level: 1 })
  expect(await title.textContent()).toBe(hostile)
  expect(await page.title()).toMatch(/^Pay Demo shop/)
  await page.goto(`${payment.checkoutUrl}?name=${'W'.repeat(10_000)}`)
  expect((await title.textContent())!.length).toBeLessThanOrEqual(120)
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate<number>(overflow)).toBe(0)
})

test.each([true, false])(
  'an amount stays on one line on the smallest screen, with scripts: %s',
  async (javaScriptEnabled) => {
    const payment = await createPayment(quick, '12.345678')
    const viewport = { width: 320, height: 640 }
    const { page, heading } = await visit(payment.checkoutUrl, { javaScriptEnabled, viewport })
    if (javaScriptEnabled) await heading('Two ways to pay').waitFor()
    expect(await page.evaluate<number[]>(linesOfAmounts)).toEqual([1, 1, 1, 1])
  },
)

test.each(['javascript:document.title=1', '//evil.example', 'https://a:b@evil.example'])(
  'the address %s is not offered as the way back to a shop',
  async (target) => {
    const payment = await createPayment(quick)
    const address = `${payment.checkoutUrl}?success-url=${encodeURIComponent(target)}`
    const { page, heading } = await visit(address)
    await quick.payer.send(payment.depositAddress, 10n * oneToken)
    await heading('Paid').waitFor()
    expect(await page.getByRole('link', { name: /Return/ }).count()).toBe(0)
  },
)

test.each([true, false])(
  'a receipt that is opened after the time to pay is over calls nothing expired, with scripts: %s',
  async (javaScriptEnabled) => {
    const { now } = await merchant.mandate.testClock.read()
    const expiresAt = new Date(Date.parse(now) + hourMs).toISOString()
    const payment = await createPayment(quick, '10', { expiresAt })
    const { page, heading } = await visit(payment.checkoutUrl, { javaScriptEnabled })
    await page
      .getByText(/^Pay before/)
      .first()
      .waitFor()
    await quick.payer.send(payment.depositAddress, 10n * oneToken)
    await expect.poll(async () => (await merchant.readPayment(payment.id)).status).toBe('Succeeded')
    await merchant.pass(twoHoursInDays)
    await page.reload()
    await heading('Paid').waitFor()
    expect(await page.getByText(/Expired|Pay before/).count()).toBe(0)
  },
)

test('a page that lost its connection says so, and is current once it is connected again', async () => {
  const payment = await createPayment(quick)
  const proxy = await startProxy(merchant.dev.baseUrl)
  const visited = await visit(payment.checkoutUrl.replace(merchant.dev.baseUrl, proxy.url))
  const { heading, text } = visited
  await heading('Two ways to pay').waitFor()
  visited.allow(/ERR_(CONNECTION|EMPTY|INCOMPLETE|SOCKET|NETWORK)/)
  proxy.cut()
  await text(/Connection lost/).waitFor({ timeout: 15_000 })
  await quick.payer.send(payment.depositAddress, 10n * oneToken)
  await proxy.mend()
  await heading('Paid').waitFor({ timeout: 15_000 })
  expect(await text(/Connection lost/).count()).toBe(0)
  await proxy.stop()
})

test('a page that was offline is current as soon as the network is back', async () => {
  const payment = await createPayment(quick)
  const visited = await visit(payment.checkoutUrl)
  const { page, heading } = visited
  await heading('Two ways to pay').waitFor()
  visited.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await quick.payer.send(payment.depositAddress, 10n * oneToken)
  await page.context().setOffline(false)
  await heading('Paid').waitFor()
})

test('the page stops asking for money when a later view contradicts the first one', async () => {
  const payment = await createPayment(quick)
  const { page, heading, text } = await visit(payment.checkoutUrl)
  await heading('Two ways to pay').waitFor()
  await page.route(/\/payment$/, async (route) => {
    const response = await route.fetch()
    const view = (await response.json()) as { asset: object }
    const asset = { ...view.asset, address: quick.tokens[1] }
    await route.fulfill({ response, json: { ...view, asset } })
  })
  await page.evaluate("dispatchEvent(new Event('online'))")
  await heading('Do not pay to this address').waitFor()
  await text(/named another token/).waitFor()
  expect(await page.getByRole('img', { name: payment.depositAddress }).count()).toBe(0)
})

test.each([
  ['es-ES', '', 'Dos formas de pagar', 'es'],
  ['ru-RU', '', 'Два способа оплаты', 'ru'],
  ['ru-RU', '?lang=en', 'Two ways to pay', 'en'],
  ['de-DE', '?lang=tlh', 'Two ways to pay', 'en'],
])('a browser in %s, with the query %j, shows "%s"', async (locale, search, words, language) => {
  const payment = await createPayment(quick)
  const { page, heading } = await visit(`${payment.checkoutUrl}${search}`, { locale })
  await heading(words).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe(language)
})

test('a change of state is announced to screen readers, and a failure at once', async () => {
  const payment = await createPayment(quick)
  const { page, heading } = await visit(payment.checkoutUrl)
  const heard = (role: 'status' | 'alert') => page.getByRole(role).allTextContents()
  await heading('Two ways to pay').waitFor()
  expect((await heard('status')).join('')).toBe('')
  await quick.payer.send(payment.depositAddress, 4n * oneToken)
  await expect.poll(async () => (await heard('status')).join('')).toMatch(/6\sUSDC still to pay/)
  await merchant.pass(1)
  await expect.poll(async () => (await heard('alert')).join('')).toMatch(/Time ran out/)
})

test('the receipt prints with the whole hash, and without buttons', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { page, button, heading, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await button('Print the receipt').count()).toBe(0)
  expect((await text(wallet.sent()[0]!.hash).boundingBox())?.width).toBeGreaterThan(200)
})

test('an address without a payment shows a page that says so', async () => {
  const visited = await visit(`${merchant.dev.baseUrl}/checkout/nothing?lang=es`)
  visited.allow(/404/)
  await visited.text(/No envíe nada/).waitFor()
})
