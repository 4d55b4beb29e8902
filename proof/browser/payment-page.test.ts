/** The payer's page where it was cut off, is read aloud, printed, small or in another language. */
import { expect, test } from 'vitest'
import { hourMs } from '../../machines/durations.ts'
import { oneToken, quick } from '../../test/browser/chains.ts'
import { createPayment, judgeVisits, merchant, newWallet, visit } from '../../test/browser/world.ts'
import { onPhone } from '../../test/browser/visit.ts'
import { openWidget } from '../../test/browser/widget-world.ts'
import { startProxy } from '../../test/browser/proxy.ts'

judgeVisits()

const twoHoursInDays = 2 / 24

/** The number of lines on which each amount and each symbol stands. */
const linesOfAmounts = `[...document.querySelectorAll('.figure > *, .due > *')].map((element) => {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ top }) => top)).size
}).filter((lines) => lines > 0)`

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
  await expect
    .poll(async () => (await heard('status')).join(''))
    .toMatch(/6\.00\sUSDC still to pay/)
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

/** What can be used, from the top down. */
const offered = `[...document.querySelectorAll('main :is(button, a, summary)')]
  .filter((one) => one.checkVisibility())
  .map((one) => one.getAttribute('aria-label') ?? one.textContent)`

test('a phone is first led into a wallet app, then given address and amount; the code, which it cannot scan, is folded', async () => {
  const { checkoutUrl, depositAddress } = await createPayment(quick, '10')
  const { page, heading } = await visit(checkoutUrl, onPhone)
  await heading('Two ways to pay').waitFor()
  expect(await page.evaluate<string[]>(offered)).toEqual([
    'MetaMask',
    'Trust Wallet',
    'Coinbase Wallet',
    'Another app',
    'Copy the link to this page',
    'Copy the address',
    'Copy the amount',
    'Show the QR code',
  ])
  const addressOf = (name: string) => page.getByRole('link', { name }).getAttribute('href')
  const bare = checkoutUrl.replace('http://', '')
  const encoded = encodeURIComponent(checkoutUrl)
  expect(await addressOf('MetaMask')).toBe(`https://link.metamask.io/dapp/${bare}`)
  expect(await addressOf('Trust Wallet')).toContain(`url=${encoded}`)
  expect(await addressOf('Coinbase Wallet')).toContain(`cb_url=${encoded}`)
  expect(await addressOf('Another app')).toContain(`address=${depositAddress}&uint256=10000000`)
  await page.getByText('Show the QR code').click()
  await page.getByRole('img', { name: depositAddress }).waitFor()
})

test('a phone that opens the widget is told where its wallet is, and its token is told to no wallet’s maker', async () => {
  const { page, text, button } = await openWidget(onPhone)
  await text('On a phone, the wallet is an app with a browser of its own.').waitFor()
  await button('Copy the link to this page').waitFor()
  const leading = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((one) => String(one)))
  expect(leading.filter((address) => /metamask|trustwallet|cb-w/.test(address))).toEqual([])
})
