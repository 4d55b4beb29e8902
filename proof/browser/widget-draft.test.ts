/** The widget, opened for a Draft that was made elsewhere, and while the service is away. */
import type { Address } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { dev, quick } from '../../test/browser/chains.ts'
import { startProxy } from '../../test/browser/proxy.ts'
import { newSubscriber, type Subscriber, untilStatus } from '../../test/browser/subscriptions.ts'
import type { TestWallet } from '../../test/browser/wallet.ts'
import {
  arrive,
  createPlan,
  newCustomer,
  openWidget,
  subscriptionsOf,
  widgetAddress,
} from '../../test/browser/widget-world.ts'
import { judgeVisits, merchant, newWallet, visit } from '../../test/browser/world.ts'

judgeVisits()

const service = new URL(dev.baseUrl)
let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
})

/** Makes a Draft of the demo plan with seven charges, and opens the widget for it. */
async function openDraft(wallets: TestWallet[] = [], base = dev.widgetUrl) {
  const owner = wallets[0] ?? (await newWallet(quick))
  const customerId = newCustomer()
  const more = { customerId, maxPeriods: 7 }
  const { contractAddress } = await merchant.subscribe(owner.account.address, more)
  const opened = await widgetAddress({ customerId, search: `&subscription=${contractAddress}` })
  const visited = await visit(opened.replace(dev.widgetUrl, base), { wallets })
  const { page, button, heading } = visited
  return { owner, customerId, contractAddress, visited, page, button, heading }
}

describe('a Draft of the shop', () => {
  test('is approved with its own number of charges', async () => {
    const wallet = await newWallet(quick)
    const { button, heading, page, customerId } = await openDraft([wallet])
    await page.getByText(/^after 7 charges/).waitFor()
    await button('Test Wallet').click()
    await page.getByRole('radio', { name: 'All 7 charges' }).waitFor()
    await button('Use a plain transaction instead').click()
    await button(/^Allow 70\.00.USDC and subscribe/).click()
    await heading('You are subscribed').waitFor()
    expect(await subscriptionsOf(customerId)).toHaveLength(1)
  })

  test('is for one account: another one is asked to step aside, and nothing is signed', async () => {
    const wallet = await newWallet(quick)
    const { button, heading, page, owner } = await openDraft([wallet])
    const own = owner.account
    await wallet.changeAccount()
    await button('Test Wallet').click()
    await heading('Choose another account in your wallet').waitFor()
    await wallet.changeAccount(own)
    await page.getByRole('radio', { name: 'All 7 charges' }).waitFor()
    expect(wallet.countOf('eth_sendTransaction')).toBe(0)
  })

  test('that was called off asks for no signature', async () => {
    const { page, contractAddress } = await openDraft()
    await page.getByRole('heading', { level: 1, name: /^Subscribe to/ }).waitFor()
    await merchant.mandate.subscriptions.cancel(contractAddress)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'This offer is over' }).waitFor()
  })

  test('that is called off while the page is open asks for no signature either', async () => {
    const wallet = await newWallet(quick)
    const { button, heading, contractAddress } = await openDraft([wallet])
    await button('Test Wallet').waitFor()
    await merchant.mandate.subscriptions.cancel(contractAddress)
    await button('Test Wallet').click()
    await heading('This offer is over').waitFor()
    expect(await button(/^Allow/).count()).toBe(0)
  })
})

test('a Draft that was called off meanwhile is not what the wallet allows: a new one is', async () => {
  const customerId = newCustomer()
  const { wallet, button, heading } = await arrive({ customerId })
  await button('Test Wallet').click()
  await button(/^Allow 240\.00.USDT and subscribe/).waitFor()
  const [old] = await subscriptionsOf(customerId)
  await merchant.mandate.subscriptions.cancel(old!.contractAddress)
  await button(/^Allow 240\.00.USDT and subscribe/).click()
  await heading('You are subscribed').waitFor()
  const [sent] = wallet.sent()
  expect(wallet.sent()).toHaveLength(1)
  expect(sent!.data).not.toContain(old!.contractAddress.slice(2).toLowerCase())
})

/** Makes a Draft of the plan that takes the place of the customer's subscription. */
async function switchTo(
  planId: string,
  when: string,
  { customerId, contractAddress }: Subscriber,
): Promise<Address> {
  const { token } = await merchant.mandate.customerTokens.create({ customerId })
  const response = await fetch(`${dev.baseUrl}/session/subscriptions/${contractAddress}/switch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ planId, when }),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { contractAddress: Address }).contractAddress
}

test('the second of two approved switches is over, and says that the present plan goes on', async () => {
  const subscriber = await newSubscriber()
  const { customerId, wallet } = subscriber
  const silver = await createPlan(quick.codes[0], 'Maps, in silver')
  const planId = await createPlan(quick.codes[0], 'Maps, in bronze')
  const first = await switchTo(silver, 'PaidPeriodEnd', subscriber)
  const second = await switchTo(planId, 'PaidPeriodEnd', subscriber)
  await subscriber.approve(240, first)
  await untilStatus(() => merchant.read(first), 'Pending')
  const search = `&subscription=${second}`
  const visited = await openWidget({ customerId, planId, search, wallets: [wallet] })
  // The chain may have been read before the page asks for it.
  visited.allow(/status of 409 .*\/activate\)/)
  await visited.button('Test Wallet').click()
  await visited.button('Use a plain transaction instead').click()
  await visited.button(/^Allow 240\.00.USDC and subscribe/).click()
  await visited.heading('This offer is over').waitFor()
  await visited.text(/^Your present plan goes on instead/).waitFor()
  expect(await subscriber.read()).toMatchObject({ phase: 'Ending', replacedBy: first })
})

test('a link of the shop goes on with no Draft that would end another subscription', async () => {
  const subscriber = await newSubscriber()
  const { customerId, contractAddress, wallet } = subscriber
  const plan = await createPlan(quick.codes[0], 'Maps, in gold')
  await merchant.command(contractAddress, 'pause')
  await untilStatus(subscriber.read, 'Paused')
  await switchTo(plan, 'Now', subscriber)

  const visited = await openWidget({ customerId, planId: plan, wallets: [wallet] })
  await visited.button('Test Wallet').click()
  await visited.button('Use a plain transaction instead').click()
  await visited.button(/^Allow 240\.00.USDC and subscribe/).click()
  await visited.heading('You are subscribed').waitFor()
  expect(await subscriber.read()).toMatchObject({ status: 'Paused', replacedBy: null })
})

test('a payer who has the plan already reads so before another account pays for it once more', async () => {
  const { customerId, wallet, read } = await newSubscriber()
  const other = await newWallet(quick, { name: 'Other Wallet' })
  const { page, button, text, heading } = await openWidget({ customerId, wallets: [wallet, other] })
  const told = text(/^You have this plan already, paid from .+ comes on top of it/)
  await told.waitFor()
  await button('Other Wallet').click()
  await button(/^Allow 240/).waitFor()
  await told.waitFor()
  await page.reload()
  await button('Test Wallet').click()
  await heading('You are subscribed').waitFor()
  expect(await told.count()).toBe(0)
  expect((await read()).status).toBe('Active')
})

test.each(['plans', 'subscriptions'])(
  'a page that cannot read its %s says that the service is away, and comes back by itself',
  async (unreadable) => {
    proxy = await startProxy(service.origin)
    const { visited, page } = await openDraft([], `${proxy.url}/widget`)
    visited.allow(/ERR_|Failed to load/)
    await page.getByRole('heading', { level: 1, name: /^Subscribe to/ }).waitFor()
    // The page itself and its session are there; then the connection is cut in between.
    await page.route(
      (url) => url.pathname.includes(`/session/${unreadable}`),
      async (route) => {
        proxy?.cut()
        await route.continue()
      },
      { times: 1 },
    )
    await page.reload()
    const away = page.getByRole('heading', { level: 1, name: 'The service cannot be reached' })
    await away.waitFor({ timeout: 30_000 })
    await proxy.mend()
    await page
      .getByRole('heading', { level: 1, name: /^Subscribe to/ })
      .waitFor({ timeout: 30_000 })
  },
)
