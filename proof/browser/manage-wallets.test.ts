/** The wallet's steps of the manage page, with wallets that do more, less or something else. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { oneToken, quick, slow } from '../../test/browser/chains.ts'
import { newSubscriber, type Subscriber, untilStatus } from '../../test/browser/subscriptions.ts'
import type { Visit } from '../../test/browser/visit.ts'
import { WalletAccount } from '../../test/browser/wallet-account.ts'
import { createPlan, plainPlan } from '../../test/browser/widget-world.ts'
import { judgeVisits, merchant } from '../../test/browser/world.ts'

judgeVisits()

test.each([
  ['supported', /^One confirmation for all steps/],
  ['ready', /^One confirmation. Your wallet will first ask to turn your account into/],
] as const)(
  'a wallet that batches (%s) sets and resets a limit with one answer',
  async (batches, words) => {
    const more = { planId: await plainPlan() }
    const { wallet, open } = await newSubscriber({ token: 1, more, abilities: { batches } })
    const { page, button, text } = await open({ flow: 'limit' })
    await page.getByLabel('3', { exact: true }).check()
    await button('Test Wallet').click()
    await text(words).waitFor()
    await text(/Your wallet will ask you 1 time/).waitFor()
    wallet.refuseNext('wallet_sendCalls')
    await button('Allow 3 payments').click()
    await text(/You declined/).waitFor()
    await button('Allow 3 payments').click()
    await text('Done. Your limit is set.').waitFor()
    await text(/^Your limit covers 3 more payments: 30\.00\sUSDT/).waitFor()
    expect(wallet.countOf('wallet_sendCalls')).toBe(2)
    expect(wallet.sent()).toEqual([])
  },
)

/** Connects a wallet that stands on another network, with another account, and corrects both. */
async function connectAstray({ wallet }: Subscriber, { button, text }: Visit): Promise<void> {
  wallet.learn(slow)
  await wallet.moveTo(slow)
  await button('Test Wallet').click()
  await text('Your wallet is on another network.').waitFor()
  wallet.refuseNext('wallet_switchEthereumChain')
  await button('Switch to LocalTestNet').click()
  await text(/^The wallet stayed on the other network/)
    .first()
    .waitFor()
  const own = wallet.account
  await wallet.changeAccount(new WalletAccount())
  await button('Switch to LocalTestNet').click()
  await text(/Your wallet shows another account/).waitFor()
  expect(await button(/^(Allow|Set it)/).count()).toBe(0)
  await wallet.changeAccount(own)
}

/** Shows another account for a moment: what the first one was told is over then, also when it is back. */
async function showOther({ wallet }: Subscriber, told: Locator, again: Locator): Promise<void> {
  const own = wallet.account
  await wallet.changeAccount(new WalletAccount())
  await told.waitFor({ state: 'detached' })
  await wallet.changeAccount(own)
  await again.waitFor()
  expect(await told.count()).toBe(0)
}

test('a limit is set with a wallet that is astray and refuses first', async () => {
  const subscriber = await newSubscriber({ allowed: 10 })
  const visited = await subscriber.open({ flow: 'limit' })
  const { page, button, text } = visited
  await page.getByLabel('3', { exact: true }).check()
  await connectAstray(subscriber, visited)
  await button('Do it another way').click()
  subscriber.wallet.refuseNext('eth_sendTransaction')
  await button('Allow 3 payments').click()
  await text(/You declined/).waitFor()
  expect(subscriber.wallet.sent()).toEqual([])
  await showOther(subscriber, text(/You declined/), button('Allow 3 payments'))
  await button('Allow 3 payments').click()
  await text(/^Your limit covers 3 more payments: 30\.00\sUSDC/).waitFor()
})

test('a leftover limit is taken back with a wallet that is astray and refuses first', async () => {
  const subscriber = await newSubscriber()
  await merchant.command(subscriber.contractAddress, 'cancel')
  await untilStatus(subscriber.read, 'Cancelled')
  const visited = await subscriber.open()
  const { button, text } = visited
  await connectAstray(subscriber, visited)
  subscriber.wallet.refuseNext('eth_sendTransaction')
  await button('Set it to zero').click()
  await text(/You declined/).waitFor()
  await showOther(subscriber, text(/You declined/), button('Set it to zero'))
  await button('Set it to zero').click()
  await text('The limit is zero.').waitFor()
  expect(subscriber.wallet.sent()).toHaveLength(1)
})

test('a switch is not asked of another account, may be declined, and lowered', async () => {
  const planId = await createPlan(quick.codes[0], 'Plan of wallets')
  const subscriber = await newSubscriber()
  const { wallet } = subscriber
  const { page, button, heading, text } = await subscriber.open({ flow: 'switch' })
  await page.getByRole('radio', { name: 'Plan of wallets' }).check()
  await button('Switch to Plan of wallets').click()
  await page.waitForURL(/\/\?plan=/)
  expect(page.url()).toContain(planId)
  const own = wallet.account
  await wallet.changeAccount(new WalletAccount())
  await button('Test Wallet').click()
  await page.getByRole('alert').waitFor()
  expect(await button(/^Allow/).count()).toBe(0)
  await wallet.changeAccount(own)
  await button('Use a plain transaction instead').click()
  wallet.refuseNext('eth_sendTransaction')
  await button(/^Allow .* and subscribe$/).click()
  await text(/You declined/).waitFor()
  expect((await subscriber.read()).replacedBy).toBeNull()
  wallet.lowerCapTo(35n * oneToken)
  await button(/^Allow .* and subscribe$/).click()
  await heading('You are subscribed').waitFor()
  await text(/You have allowed 3 charges/).waitFor()
  await untilStatus(subscriber.read, 'Active')
  expect(await subscriber.read()).toMatchObject({ phase: 'Ending' })
})
