import { expect, test } from 'vitest'
import { oneToken, quick, slow } from './chains.ts'
import { createPayment, judgeVisits, merchant, newWallet, visit } from './world.ts'

judgeVisits()

test('a payer pays with the wallet of the browser: one tap connects, another one pays (S1-4)', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { button, heading, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })

  await button('Test Wallet').click()
  await button(/^Pay 10/).waitFor()
  expect(wallet.countOf('eth_sendTransaction')).toBe(0)
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()

  const [transaction] = wallet.sent()
  expect(transaction).toMatchObject({ to: quick.tokens[0] })
  await text(transaction!.hash.slice(0, 9)).first().waitFor()
  expect(await merchant.readPayment(payment.id)).toMatchObject({ status: 'Succeeded' })
  expect(await quick.payer.balance(wallet.account.address)).toBe(90n * oneToken)
})

test('a payer copies address and amount, and pays from another wallet', async () => {
  const payment = await createPayment(quick, '12.5')
  const { page, button, heading } = await visit(payment.checkoutUrl)
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')

  await button('Copy the address').click()
  expect(await clipboard()).toBe(payment.depositAddress)
  await button('Copy the amount').first().click()
  expect(await clipboard()).toBe('12.5')
  const code = page.getByRole('img', { name: payment.depositAddress })
  expect(await code.getAttribute('aria-label')).toMatch(/12\.50\sUSDC on LocalTestNet/)

  await quick.payer.send(payment.depositAddress, 12_500_000n)
  await heading('Paid').waitFor()
})

test('the code for wallet apps names token, chain, address and base units', async () => {
  const payment = await createPayment(quick)
  const { page } = await visit(payment.checkoutUrl)
  await page.getByRole('tab', { name: 'Wallet app' }).click()
  const link = page.getByRole('link', { name: 'Open in a wallet app' })
  expect(await link.getAttribute('href')).toBe(
    `ethereum:${quick.tokens[0]}@${quick.chainId}/transfer` +
      `?address=${payment.depositAddress}&uint256=10000000`,
  )
})

test('a payer who sent too little is asked for the rest, at the same address', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { page, button, heading } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await quick.payer.send(payment.depositAddress, 4n * oneToken)
  await heading(/^6\.00\sUSDC still to pay/).waitFor()
  await page.getByRole('img', { name: payment.depositAddress }).waitFor()
  await button('Test Wallet').click()
  await button(/^Pay 6/).click()
  await heading('Paid').waitFor()
  expect(await quick.payer.balance(wallet.account.address)).toBe(94n * oneToken)
})

test('a payer who sent too much is told how much, and whom to ask for it', async () => {
  const payment = await createPayment(quick)
  const { heading, text } = await visit(payment.checkoutUrl)
  await quick.payer.send(payment.depositAddress, 13n * oneToken)
  await heading(/^Paid, and 3\.00\sUSDC too much/).waitFor()
  await text(/Ask Demo shop to return the excess/).waitFor()
})

test("the page counts a payment's confirmations up to the number that its chain needs", async () => {
  const payment = await createPayment(slow)
  const { heading, text } = await visit(payment.checkoutUrl)
  await slow.payer.send(payment.depositAddress, 10n * oneToken)
  await heading('Your payment has been seen').waitFor()
  await text('1 of 3 confirmations').waitFor()
  await slow.mine(1)
  await text('2 of 3 confirmations').waitFor()
  await slow.mine(1)
  await heading('Paid').waitFor()
})

test('a payer can pay with the keyboard alone', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { page, heading } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  const focused = () =>
    page.evaluate<string>("document.activeElement.textContent + '|' + document.activeElement.id")
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; !name.test(await focused()); presses++) {
      expect(presses, `${name} is reached`).toBeLessThan(20)
      await page.keyboard.press('Tab')
    }
  }
  await tabTo(/^Test Wallet/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Pay 10/ }).waitFor()
  await tabTo(/^Pay 10/)
  await page.keyboard.press('Space')
  await heading('Paid').waitFor()
  // The focus is on the outcome, from where the next key continues.
  await expect.poll(focused).toBe('Paid|state')
})
