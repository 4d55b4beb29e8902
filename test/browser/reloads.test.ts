/** Pages that are loaded again while what the payer has signed is on its way. */
import { describe, expect, test } from 'vitest'
import { quick } from './chains.ts'
import { newSubscriber } from './subscriptions.ts'
import type { Abilities } from './wallet.ts'
import { arrive, newCustomer, openWidget, subscriptionsOf } from './widget-world.ts'
import { judgeVisits, newWallet } from './world.ts'

judgeVisits()

const allowAll = /^Allow 240.USD[CT] and subscribe/

const ways: [way: string, method: string, abilities: Abilities, underWay: RegExp][] = [
  ['a permit', 'eth_signTypedData_v4', { signsTypedData: true }, /is being brought to the chain/],
  ['a batch', 'wallet_sendCalls', { batches: 'supported' }, /Waiting for the network/],
]

/** A payer whose limit is signed in this way, and waits for a block. */
async function signAndReload(method: string, abilities: Abilities, underWay: RegExp) {
  const customerId = newCustomer()
  const { wallet, page, button, heading, text } =
    method === 'wallet_sendCalls'
      ? await arrive({ customerId, abilities })
      : await arriveWithPermits(customerId, abilities)
  await button('Test Wallet').click()
  await button(allowAll).waitFor()
  await quick.holdBlocks()
  await button(allowAll).click()
  await text(underWay).waitFor()
  await expect.poll(() => wallet.countOf(method)).toBe(1)
  await page.reload()
  return { customerId, wallet, page, button, heading, text }
}

async function arriveWithPermits(customerId: string, abilities: Abilities) {
  const wallet = await newWallet(quick, { abilities })
  const visited = await openWidget({ customerId, wallets: [wallet] })
  const { page, button, heading, text } = visited
  return { wallet, page, button, heading, text }
}

describe.each(ways)('a widget that is loaded again while %s is on its way', (_, ...way) => {
  const [method] = way
  test('goes on by itself, and asks for nothing more', async () => {
    const { customerId, wallet, button, heading } = await signAndReload(...way)
    await button('Test Wallet').click()
    await button(allowAll).waitFor()
    await quick.letBlocksCome()
    await heading('You are subscribed').waitFor()
    expect(wallet.countOf(method)).toBe(1)
    expect(await subscriptionsOf(customerId)).toHaveLength(1)
  })

  test('also finds the subscription where the wallet is connected later', async () => {
    const { wallet, button, heading } = await signAndReload(...way)
    await button('Test Wallet').waitFor()
    await quick.letBlocksCome()
    await button('Test Wallet').click()
    await heading('You are subscribed').waitFor()
    expect(wallet.countOf(method)).toBe(1)
  })

  test('harms nobody who signs once more', async () => {
    const { customerId, wallet, button, heading } = await signAndReload(...way)
    await button('Test Wallet').click()
    await button(allowAll).click()
    await expect.poll(() => wallet.countOf(method)).toBe(2)
    await quick.letBlocksCome()
    await heading('You are subscribed').waitFor()
    expect(await subscriptionsOf(customerId)).toMatchObject([{ status: 'Active' }])
  })
})

test.each(ways)(
  'a limit that is set by %s while its page is loaded again is shown by the new page',
  async (_, method, abilities) => {
    const subscriber = await newSubscriber({ allowed: 10, abilities })
    const { page, button, text } = await subscriber.open({ flow: 'limit' })
    await page.getByLabel('3', { exact: true }).check()
    await button('Test Wallet').click()
    await button('Allow 3 payments').waitFor()
    await quick.holdBlocks()
    await button('Allow 3 payments').click()
    await expect.poll(() => subscriber.wallet.countOf(method)).toBe(1)
    await page.reload()
    await text(/^Your limit covers no more payments/).waitFor()
    await quick.letBlocksCome()
    await text(/^Your limit covers 3 more payments/).waitFor()
    expect(subscriber.wallet.countOf(method)).toBe(1)
  },
)
