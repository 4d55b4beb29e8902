import { expect, test } from 'vitest'
import { oneToken, quick } from './chains.ts'
import { createPayment, judgeVisits, merchant, visit } from './world.ts'

judgeVisits()

test('a page without scripts shows address, amount, network and code, and follows the payment (S1-5)', async () => {
  const payment = await createPayment(quick)
  const { page, heading, text } = await visit(`${payment.checkoutUrl}?name=Coffee`, {
    javaScriptEnabled: false,
  })
  await page.getByRole('heading', { name: 'Coffee' }).waitFor()
  await text(payment.depositAddress).first().waitFor()
  await text(/^10\.00\sUSDC$/)
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

test('the page stops asking for money when a later view contradicts the first one', async () => {
  const payment = await createPayment(quick)
  const visited = await visit(payment.checkoutUrl)
  const { page, heading, text } = visited
  await heading('Two ways to pay').waitFor()
  visited.allow(/ERR_FAILED/)
  await page.route(/\/events$/, (route) => route.abort())
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
