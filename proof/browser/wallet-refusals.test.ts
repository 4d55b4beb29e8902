/** Wallets that refuse, are slow, or do not know the network. */
import { expect, test } from 'vitest'
import { quick, slow } from '../../test/browser/chains.ts'
import { createPayment, judgeVisits, newWallet, visit } from '../../test/browser/world.ts'

judgeVisits()

test('every wallet of the browser is offered once, by its own name', async () => {
  const payment = await createPayment(quick)
  const wallets = [
    await newWallet(quick, { name: 'Blue Wallet' }),
    await newWallet(quick, { name: 'Red Wallet' }),
    await newWallet(quick, { name: 'Blue Wallet' }),
  ]
  const { button } = await visit(payment.checkoutUrl, { wallets })
  await button('Red Wallet').waitFor()
  expect(await button('Blue Wallet').count()).toBe(1)
  await button('Red Wallet').click()
  await button(/^Pay 10/).waitFor()
  expect(wallets[0]!.countOf('eth_requestAccounts')).toBe(0)
})

test('a payer who refuses to connect stays on the list of wallets, without an error', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { button, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  wallet.refuseNext('eth_requestAccounts')
  await button('Test Wallet').click()
  await text('You declined in the wallet. Nothing was sent.').waitFor()
  await button('Test Wallet').click()
  await button(/^Pay 10/).waitFor()
})

test('a second tap asks the wallet nothing while its question is open', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { button, heading, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  const letSend = wallet.hold('eth_sendTransaction')
  await button(/^Pay 10/).click()
  await text('Confirm the payment in Test Wallet.').waitFor()
  await button(/^Pay 10/).click({ force: true })
  letSend()
  await heading('Paid').waitFor()
  expect(wallet.countOf('eth_sendTransaction')).toBe(1)
})

test('a wallet that does not know the network is asked to add it', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick, { startsOn: [slow], isNew: true })
  const { button, heading } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  await button('Switch to LocalTestNet').click()
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
  const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')
  expect(added?.params).toMatchObject([{ chainName: 'LocalTestNet', rpcUrls: [quick.rpcUrl] }])
})

test('a wallet whose owner changes the network is checked again before it is asked to pay', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  wallet.learn(slow)
  const { button, text } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').click()
  await button(/^Pay 10/).waitFor()
  await wallet.moveTo(slow)
  await text('Your wallet is on another network.').waitFor()
  await wallet.moveTo(quick)
  await button(/^Pay 10/).waitFor()
})
