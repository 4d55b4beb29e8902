import { expect, test } from 'vitest'
import { oneToken, quick } from '../../test/browser/chains.ts'
import { createPayment, judgeVisits, merchant, newWallet, visit } from '../../test/browser/world.ts'

judgeVisits()

const twoHoursInDays = 2 / 24

test('an open page says that the time is over, and stops asking for money', async () => {
  const payment = await createPayment(quick)
  const { page, heading, text } = await visit(payment.checkoutUrl)
  await merchant.pass(twoHoursInDays)
  await heading('This payment has expired').waitFor()
  await text(/the address is still watched/).waitFor()
  expect(await page.getByRole('img', { name: payment.depositAddress }).count()).toBe(0)
})

test("the page shows money that came too late, and then the merchant's decision", async () => {
  const payment = await createPayment(quick)
  await merchant.pass(twoHoursInDays)
  const { heading, text } = await visit(payment.checkoutUrl)
  await heading('This payment has expired').waitFor()
  await quick.payer.send(payment.depositAddress, 10n * oneToken)
  await heading('Your payment came after the deadline').waitFor()
  await text(/10\.00\sUSDC has arrived and is not lost/).waitFor()
  await expect
    .poll(async () => (await merchant.readPayment(payment.id)).actions)
    .toContain('accept')
  await merchant.mandate.payments.accept(payment.id)
  await heading('Paid').waitFor()
})

test('an underpaid payment says at its end how much was missing', async () => {
  const payment = await createPayment(quick)
  const { heading, text } = await visit(payment.checkoutUrl)
  await quick.payer.send(payment.depositAddress, 4n * oneToken)
  await heading(/^6\.00\sUSDC still to pay/).waitFor()
  await merchant.pass(twoHoursInDays)
  await heading(/^Time ran out, 6\.00\sUSDC was missing/).waitFor()
  await text(/4\.00\sUSDC has arrived/).waitFor()
  const amount = { value: '4', currency: quick.codes[0] }
  await merchant.mandate.refunds.record(payment.id, { amount })
  await heading('Refunded').waitFor()
})

test('a cancelled payment says so, and shows money that comes anyway', async () => {
  const payment = await createPayment(quick)
  const { heading } = await visit(payment.checkoutUrl)
  await merchant.mandate.payments.cancel(payment.id)
  await heading('This payment was called off').waitFor()
  await quick.payer.send(payment.depositAddress, 10n * oneToken)
  await heading('Money arrived for a payment that was called off').waitFor()
})

test('a transfer of another token does not count, and is shown', async () => {
  const payment = await createPayment(quick)
  const { page, heading, text } = await visit(payment.checkoutUrl)
  await quick.mint(quick.tokens[1], payment.depositAddress, 5n * oneToken)
  await page.getByRole('heading', { name: 'Another token has arrived' }).waitFor()
  // The token has the name that wallets show, not the merchant's code.
  await text(/^5\.00\sUSDT does not count/).waitFor()
  await heading('Two ways to pay').waitFor()
})

test('a payer who loses a transfer to a reorganisation is asked to wait, and may pay again', async () => {
  const payment = await createPayment(quick)
  const { page, button, heading, text } = await visit(payment.checkoutUrl)
  await quick.payer.send(payment.depositAddress, 4n * oneToken)
  await heading(/^6\.00\sUSDC still to pay/).waitFor()
  await quick.takeBack(1)
  await heading('Waiting for your payment to come again').waitFor()
  await text(/looked into your wallet/).waitFor()
  const heard = async () => (await page.getByRole('alert').allTextContents()).join('')
  await expect.poll(heard).toMatch(/Do not pay again before/)
  const code = page.getByRole('img', { name: payment.depositAddress })
  expect(await code.count()).toBe(0)
  await button('Pay again').click()
  await code.waitFor()
  await quick.payer.send(payment.depositAddress, 10n * oneToken)
  await heading('Paid').waitFor()
})

test('the way back to the shop appears with the outcome, and names the payment (S1-6, S4.1-4)', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const shop = 'https://shop.example/thanks?order=1'
  const address = `${payment.checkoutUrl}?success-url=${encodeURIComponent(shop)}`
  const { page, button, heading } = await visit(address, { wallets: [wallet] })
  const link = page.locator('a[href^="https://shop.example/"]')
  await button('Test Wallet').click()
  await button(/^Pay 10/).waitFor()
  expect(await link.count()).toBe(0)
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
  expect(await link.getAttribute('href')).toBe(`${shop}&payment-id=${payment.id}`)
  // A payer can stop the countdown and stay on the page.
  await button('Stay here').click()
  await link.waitFor()
  expect(page.url()).toBe(address)
})

test('a page goes back to the shop by itself after the payer has seen the outcome (S1-6)', async () => {
  const payment = await createPayment(quick)
  const shop = 'http://localhost:9/thanks'
  const address = `${payment.checkoutUrl}?success-url=${encodeURIComponent(shop)}`
  const { page, heading } = await visit(address)
  const left = page.waitForRequest((request) => request.url().startsWith(shop))
  await page.clock.install()
  await quick.payer.send(payment.depositAddress, 10n * oneToken)
  await heading('Paid').waitFor()
  await page.clock.runFor(10_000)
  const request = await left
  expect(request.url()).toBe(`${shop}?payment-id=${payment.id}`)
  expect(request.headers()['referer']).toBeUndefined()
})

test('a page does not leave a failed payment by itself, because money may be on its way (S1-7, S4.1-4)', async () => {
  const payment = await createPayment(quick)
  const shop = 'https://shop.example/sorry'
  const address = `${payment.checkoutUrl}?fail-url=${encodeURIComponent(shop)}`
  const { page, heading } = await visit(address)
  await merchant.pass(twoHoursInDays)
  await heading('This payment has expired').waitFor()
  await page.clock.install()
  await page.clock.runFor(60_000)
  const link = page.getByRole('link', { name: 'Return to shop.example' })
  expect(await link.getAttribute('href')).toBe(`${shop}?payment-id=${payment.id}`)
  expect(await page.getByRole('button', { name: 'Stay here' }).count()).toBe(0)
  expect(page.url()).toBe(address)
})
