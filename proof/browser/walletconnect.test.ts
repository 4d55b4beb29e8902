import { afterEach, expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { oneToken, quick, slow } from '../../test/browser/chains.ts'
import { RemoteWallet } from '../../test/browser/remote-wallet.ts'
import type { Visit } from '../../test/browser/visit.ts'
import { createPayment, judgeVisits, merchant, newWallet, visit } from '../../test/browser/world.ts'
import { served } from '../../test/browser/served.ts'

judgeVisits()

const { baseUrl, relayUrl } = served.walletConnect

const started: RemoteWallet[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((wallet) => wallet.stop()))
})

/** A wallet that can pay on the first chain, but uses the chain it is told to. */
async function newRemoteWallet(chain = quick) {
  const { signer: account } = (await newWallet(quick)).account
  const wallet = await RemoteWallet.start(relayUrl, account, chain)
  started.push(wallet)
  return { wallet, account }
}

/** Chooses WalletConnect on the page, and returns the code that a wallet would scan. */
async function pairingOf({ page, button }: Visit): Promise<string> {
  await button('WalletConnect').click()
  await page.getByRole('img', { name: /connects a wallet app/ }).waitFor()
  const link = page.getByRole('main').getByRole('link', { name: 'Open in a wallet app' })
  return (await link.getAttribute('href'))!
}

const scriptsOf = ({ page }: Visit) =>
  page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /js$/.test(name))",
  )

const pageOf = (origin: string, id: string) => `${origin}/checkout/${id}`

test('a payer pays from a wallet on another device, by WalletConnect', async () => {
  const payment = await createPayment(quick)
  const { wallet, account } = await newRemoteWallet()
  const visited = await visit(pageOf(baseUrl, payment.id))
  const { button, heading, text } = visited
  await button('WalletConnect').waitFor()
  expect(await scriptsOf(visited)).not.toContainEqual(expect.stringContaining('remote-wallet'))
  const uri = await pairingOf(visited)
  expect(await findBarriers(visited.page)).toEqual([])
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  expect(await scriptsOf(visited)).toContainEqual(expect.stringContaining('remote-wallet'))

  await wallet.scan(uri)
  await button(/^Pay 10/).waitFor()
  await text('Address checked against the contract').waitFor()
  expect(wallet.proposals).toEqual([
    { chains: [`eip155:${quick.chainId}`], methods: ['eth_sendTransaction'] },
  ])
  expect(wallet.sent).toHaveLength(0)
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()

  await text(wallet.sent[0]!.hash.slice(0, 9)).first().waitFor()
  expect(await merchant.readPayment(payment.id)).toMatchObject({ status: 'Succeeded' })
  expect(await quick.payer.balance(account.address)).toBe(90n * oneToken)
  await expect.poll(() => wallet.sessionCount()).toBe(0)
})

test('a payer who declines in a WalletConnect wallet can try again, and chooses anew after it disconnects', async () => {
  const payment = await createPayment(quick)
  const { wallet } = await newRemoteWallet()
  const visited = await visit(pageOf(baseUrl, payment.id))
  const { button, text } = visited
  const declined = text('You declined in the wallet. Nothing was sent.')
  wallet.refuseNext()
  await wallet.scan(await pairingOf(visited))
  await declined.waitFor()

  await wallet.scan(await pairingOf(visited))
  await button(/^Pay 10/).waitFor()
  wallet.refuseNext()
  await button(/^Pay 10/).click()
  await declined.waitFor()

  // Its library forgets the messages of a session with it, and takes one that comes again for a new one.
  visited.allow(/Record was recently deleted - session/)
  await wallet.disconnect()
  await button('WalletConnect').waitFor()
  expect(wallet.sent).toHaveLength(0)
})

test("a WalletConnect wallet without an account on the payment's chain is disconnected", async () => {
  const payment = await createPayment(quick)
  const { wallet } = await newRemoteWallet(slow)
  const visited = await visit(pageOf(baseUrl, payment.id))
  await wallet.scan(await pairingOf(visited))
  await visited.text(/^Your wallet does not know LocalTestNet/).waitFor()
  await expect.poll(() => wallet.sessionCount()).toBe(0)
})

test('a payer who turns to another wallet leaves no WalletConnect session behind', async () => {
  const payment = await createPayment(quick)
  const { wallet } = await newRemoteWallet()
  const visited = await visit(pageOf(baseUrl, payment.id))
  const { button } = visited
  const given = await pairingOf(visited)
  await button('Use another wallet').click()
  await button('WalletConnect').waitFor()
  expect(await pairingOf(visited)).not.toBe(given)
  await wallet.scan(given)
  await expect.poll(() => wallet.proposals).toHaveLength(1)
  await expect.poll(() => wallet.sessionCount()).toBe(0)
  expect(await button(/^Pay 10/).count()).toBe(0)
})

test("with WalletConnect the page may reach the relay and its chain's node, and nobody else", async () => {
  const { id } = await createPayment(quick)
  const { headers } = await fetch(pageOf(baseUrl, id))
  expect(headers.get('content-security-policy')).toContain(
    `connect-src 'self' ${relayUrl} ${new URL(quick.rpcUrl).origin};`,
  )
})

test('without its setting WalletConnect is neither shown nor loaded nor allowed', async () => {
  const payment = await createPayment(quick)
  const response = await fetch(payment.checkoutUrl)
  expect(response.headers.get('content-security-policy')).toContain("connect-src 'self';")
  expect(await response.text()).not.toMatch(/walletconnect/i)
  const visited = await visit(payment.checkoutUrl, { wallets: [await newWallet(quick)] })
  const { button } = visited
  await button('Test Wallet').click()
  await button(/^Pay 10/).waitFor()
  expect(await button('WalletConnect').count()).toBe(0)
  expect(await scriptsOf(visited)).not.toContainEqual(expect.stringContaining('remote-wallet'))
})
