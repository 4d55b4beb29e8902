/** Pages that are loaded again while what the payer has signed is on its way. */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { quick } from '../../test/browser/chains.ts'
import { newSubscriber } from '../../test/browser/subscriptions.ts'
import type { Tab } from '../../test/browser/visit.ts'
import type { Abilities } from '../../test/browser/wallet.ts'
import {
  arrive,
  newCustomer,
  openWidget,
  subscriptionsOf,
} from '../../test/browser/widget-world.ts'
import { judgeVisits, newWallet } from '../../test/browser/world.ts'

judgeVisits()

const allowAll = /^Allow 240\.00.USD[CT] and subscribe/

const ways: [way: string, method: string, abilities: Abilities][] = [
  ['a permit', 'eth_signTypedData_v4', { signsTypedData: true }],
  ['a batch', 'wallet_sendCalls', { batches: 'supported' }],
]

/** Allows, until what was signed cannot be lost by a page that goes: the wallet's count comes before its answer. */
async function allow({ page, text }: Tab, allowButton: Locator, method: string) {
  const underWay =
    method === 'wallet_sendCalls'
      ? text(/Waiting for the network/).waitFor()
      : page.waitForResponse((response) => response.url().endsWith('/permit'))
  await Promise.all([underWay, allowButton.click()])
}

/** A payer whose limit is signed in this way, and waits for a block. */
async function signAndReload(method: string, abilities: Abilities) {
  const customerId = newCustomer()
  const { wallet, visited } =
    method === 'wallet_sendCalls'
      ? await arrive({ customerId, abilities })
      : await arriveWithPermits(customerId, abilities)
  const { page, button, heading } = visited
  await button('Test Wallet').click()
  await button(allowAll).waitFor()
  await quick.holdBlocks()
  await allow(visited, button(allowAll), method)
  await page.reload()
  return { customerId, wallet, button, heading }
}

async function arriveWithPermits(customerId: string, abilities: Abilities) {
  const wallet = await newWallet(quick, { abilities })
  const visited = await openWidget({ customerId, wallets: [wallet] })
  return { wallet, visited }
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
    const visited = await subscriber.open({ flow: 'limit' })
    const { page, button, text } = visited
    await page.getByLabel('3', { exact: true }).check()
    await button('Test Wallet').click()
    await button('Allow 3 payments').waitFor()
    await quick.holdBlocks()
    await allow(visited, button('Allow 3 payments'), method)
    await page.reload()
    await text(/^Your limit covers no more payments/).waitFor()
    await quick.letBlocksCome()
    await text(/^Your limit covers 3 more payments/).waitFor()
    expect(subscriber.wallet.countOf(method)).toBe(1)
  },
)
