/** Payers who come back, or pay at once. */
import { expect, test } from 'vitest'
import { quick, slow } from '../../test/browser/chains.ts'
import { createPayment, judgeVisits, newWallet, visit } from '../../test/browser/world.ts'

judgeVisits()

test('a payer who reloads the page after sending is not asked to pay again', async () => {
  const payment = await createPayment(slow)
  const wallet = await newWallet(slow)
  const { page, button, heading, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  await button(/^Pay 10/).click()
  await text('1 of 3 confirmations').waitFor()
  await page.reload()
  await heading('Your payment has been seen').waitFor()
  expect(await button(/^Pay 10/).count()).toBe(0)
  await slow.mine(2)
  await heading('Paid').waitFor()
  await page.reload()
  await heading('Paid').waitFor()
  expect(wallet.sent()).toHaveLength(1)
})

test('two payers who pay the same payment at once are both told that it was too much', async () => {
  const payment = await createPayment(quick)
  const wallets = await Promise.all([newWallet(quick), newWallet(quick)])
  const visits = await Promise.all(
    wallets.map((wallet) => visit(payment.checkoutUrl, { wallets: [wallet] })),
  )
  for (const { button } of visits) await button('Test Wallet').click()
  await Promise.all(visits.map(({ button }) => button(/^Pay 10/).waitFor()))
  const letThemSend = wallets.map((wallet) => wallet.hold('eth_sendTransaction'))
  await Promise.all(visits.map(({ button }) => button(/^Pay 10/).click()))
  await expect.poll(() => wallets.every((it) => it.countOf('eth_sendTransaction') === 1)).toBe(true)
  for (const letSend of letThemSend) letSend()
  for (const { heading } of visits) await heading(/^Paid, and 10\.00\sUSDC too much/).waitFor()
})
