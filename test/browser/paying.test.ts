import { test } from 'vitest'
import { createPayment, judgeVisits, newWallet, quick, visit } from './world.ts'

judgeVisits()

test('a payer pays with the wallet of the browser, in two taps', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { button, heading } = await visit(payment.checkoutUrl, { wallets: [wallet] })

  await button('Test Wallet').click()
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
})
