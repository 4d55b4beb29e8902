import { pad } from 'viem'
import { expect, test } from 'vitest'
import { quick, slow } from './chains.ts'
import { createPayment, factoryOf, judgeVisits, newWallet, visit } from './world.ts'

judgeVisits()

test('a payer without a wallet is told what to do, and can send to the address all the same', async () => {
  const payment = await createPayment(quick)
  const { text, button } = await visit(payment.checkoutUrl)
  await text('There is no wallet in this browser.').waitFor()
  await button('Copy the link to this page').waitFor()
  await button('Copy the address').waitFor()
})

test('a wallet that only stands at window.ethereum pays, too (bugs F7)', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick, { abilities: { isSilent: true } })
  const { button, heading } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Wallet of this browser').click()
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
})

test('what stands at window.ethereum is not offered beside a wallet that announces itself', async () => {
  const payment = await createPayment(quick)
  const silent = await newWallet(quick, { name: 'Silent', abilities: { isSilent: true } })
  const wallet = await newWallet(quick)
  const { page, button } = await visit(payment.checkoutUrl, { wallets: [silent, wallet] })
  await button('Test Wallet').waitFor()
  await page.evaluate("dispatchEvent(new Event('ethereum#initialized'))")
  expect(await button('Wallet of this browser').count()).toBe(0)
})

test('a payer who declines the transaction can try again at once', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { button, heading, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  wallet.refuseNext('eth_sendTransaction')
  await button(/^Pay 10/).click()
  await text('You declined in the wallet. Nothing was sent.').waitFor()
  expect(wallet.sent()).toEqual([])
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
})

test('a wallet on another network is asked to switch, and then pays', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick, { startsOn: [slow] })
  const { button, heading, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  await text('Your wallet is on another network.').waitFor()
  expect(await button(/^Pay 10/).count()).toBe(0)
  wallet.refuseNext('wallet_switchEthereumChain')
  await button('Switch to LocalTestNet').click()
  await text(/The wallet stayed on the other network/).waitFor()
  await button('Switch to LocalTestNet').click()
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
})

test('a wallet with too low a balance is not asked to pay, and the page says how much is missing', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick, { tokens: 3 })
  const { button, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  await text(/This wallet has 3\.00\sUSDC\. 7\.00\sUSDC is missing\./).waitFor()
  expect(await button(/^Pay 10/).count()).toBe(0)
})

test('no signature is asked for where the chain derives another address', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  wallet.lieAbout(await factoryOf(payment), pad(`0x${'ab'.repeat(20)}`))
  const { button, heading, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  await heading('Do not pay to this address').waitFor()
  await text(payment.depositAddress).waitFor()
  expect(await button(/^Pay 10/).count()).toBe(0)
  expect(wallet.countOf('eth_sendTransaction')).toBe(0)
})

test.each([
  ['the factory of the payment is not on the chain', '0x', /The contract behind this address/],
  ['the token counts in another way', pad('0x12'), /The token on the network is not the one/],
] as const)('no signature is asked for where %s', async (what, answer, words) => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const liedAbout = what.includes('factory') ? await factoryOf(payment) : quick.tokens[0]
  wallet.lieAbout(liedAbout, answer)
  const { button, heading, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  await heading('Do not pay to this address').waitFor()
  await text(words).waitFor()
  expect(wallet.countOf('eth_sendTransaction')).toBe(0)
})
