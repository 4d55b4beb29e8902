/** Pages that are open twice, loaded again in the middle of a step, asleep, or cut off. */
import { expect, test } from 'vitest'
import { dev, quick } from '../../test/browser/chains.ts'
import { startProxy } from '../../test/browser/proxy.ts'
import { newSubscriber, untilStatus } from '../../test/browser/subscriptions.ts'
import type { Tab } from '../../test/browser/visit.ts'
import { arrive, newCustomer, subscriptionsOf } from '../../test/browser/widget-world.ts'
import { judgeVisits, merchant, visit } from '../../test/browser/world.ts'

judgeVisits()

const liveStream = '**/session/live'
const lists = '**/session/subscriptions*'

test('what is done in one tab of the manage page is shown in the other, and may be pressed there too', async () => {
  const subscriber = await newSubscriber()
  const first = await subscriber.open()
  const second = await first.openTab(await subscriber.address())
  await second.button('Pause the subscription').waitFor()
  await first.button('Pause the subscription').click()
  for (const tab of [first, second]) await tab.heading('Paused. Nothing is taken').waitFor()
  await second.button('Resume now').first().click()
  for (const tab of [second, first]) await tab.heading('You are subscribed').waitFor()

  // The second tab hears nothing any more, and so still asks what is answered already.
  first.allow(/ERR_FAILED/)
  await second.page.route(liveStream, (route) => route.abort())
  await second.page.reload()
  for (const tab of [first, second]) {
    await tab.button('Cancel the subscription…').click()
    await tab.page.getByLabel(/^Now/).check()
  }
  await second.page.route(lists, (route) => route.abort())
  await first.button('Yes, cancel').click()
  await untilStatus(subscriber.read, 'Cancelled')
  await second.page.unroute(lists)
  await second.button('Yes, cancel').click()
  for (const tab of [first, second]) {
    await tab.heading('Cancelled. Nothing more is taken').waitFor()
    expect(await tab.text('This cannot be done any more').count()).toBe(0)
  }
})

const allowAll = /^Allow 240\.00.USDT and subscribe/

test('two tabs of the widget make one Draft, and one approval begins both', async () => {
  const customerId = newCustomer()
  const { wallet, visited, page } = await arrive({ customerId })
  const first: Tab = visited
  const token = await page.evaluate<string>(`sessionStorage.getItem('customer-session')`)
  const second = await visited.openTab(`${page.url()}&session=${token}`)
  await second.button('Test Wallet').waitFor()
  await Promise.all([first, second].map((tab) => tab.button('Test Wallet').click()))
  for (const tab of [first, second]) await tab.button(allowAll).waitFor()
  expect(await subscriptionsOf(customerId)).toHaveLength(1)
  await first.button(allowAll).click()
  for (const tab of [first, second]) await tab.heading('You are subscribed').waitFor()
  expect(wallet.sent()).toHaveLength(1)
  expect(await subscriptionsOf(customerId)).toHaveLength(1)
})

test('a widget that is loaded again while the wallet asks finds what was signed meanwhile', async () => {
  const customerId = newCustomer()
  const { wallet, page, button, heading, text } = await arrive({ customerId })
  for (const method of ['eth_requestAccounts', 'eth_sendTransaction']) {
    const answer = wallet.hold(method)
    await button('Test Wallet').click()
    if (method === 'eth_sendTransaction') await button(allowAll).click()
    await text(method === 'eth_sendTransaction' ? 'Confirm in Test Wallet.' : /Test Wallet/)
      .first()
      .waitFor()
    await expect.poll(() => wallet.countOf(method)).toBeGreaterThan(0)
    await page.reload()
    answer()
    await button('Test Wallet').waitFor()
  }
  await button('Test Wallet').click()
  await heading('You are subscribed').waitFor()
  expect(wallet.sent()).toHaveLength(1)
  expect(await subscriptionsOf(customerId)).toHaveLength(1)
})

test('a widget that is loaded again while the network works goes on by itself', async () => {
  const customerId = newCustomer()
  const { wallet, page, button, heading, text } = await arrive({ customerId })
  await button('Test Wallet').click()
  await button(allowAll).waitFor()
  await quick.holdBlocks()
  await button(allowAll).click()
  await text(/Waiting for the network/).waitFor()
  await page.reload()
  await button('Test Wallet').click()
  await button(allowAll).waitFor()
  await quick.letBlocksCome()
  await heading('You are subscribed').waitFor()
  expect(wallet.sent()).toHaveLength(1)
})

test('a limit that is set while its page is loaded again is shown by the new page', async () => {
  const subscriber = await newSubscriber({ allowed: 10 })
  const { page, button, text } = await subscriber.open({ flow: 'limit' })
  await page.getByLabel('3', { exact: true }).check()
  await button('Test Wallet').click()
  const answer = subscriber.wallet.hold('eth_sendTransaction')
  await button('Do it another way').click()
  await button('Allow 3 payments').click()
  await text('Confirm the limit in Test Wallet.').waitFor()
  await expect.poll(() => subscriber.wallet.countOf('eth_sendTransaction')).toBe(1)
  await page.reload()
  await text(/^Your limit covers no more payments/).waitFor()
  answer()
  await text(/^Your limit covers 3 more payments/).waitFor()
})

test('a page that slept is right when it wakes', async () => {
  const subscriber = await newSubscriber()
  const visited = await subscriber.open()
  const { page, heading } = visited
  await heading('You are subscribed').waitFor()
  const debug = await page.context().newCDPSession(page)
  await debug.send('Page.setWebLifecycleState', { state: 'frozen' })
  await merchant.command(subscriber.contractAddress, 'pause')
  await untilStatus(subscriber.read, 'Paused')
  await debug.send('Page.setWebLifecycleState', { state: 'active' })
  await heading('Paused. Nothing is taken').waitFor()

  visited.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await debug.send('Page.setWebLifecycleState', { state: 'frozen' })
  await merchant.command(subscriber.contractAddress, 'unpause')
  await untilStatus(subscriber.read, 'Active')
  await merchant.pass(1)
  await page.context().setOffline(false)
  await debug.send('Page.setWebLifecycleState', { state: 'active' })
  await heading('You are subscribed').waitFor()
})

test('a page that lost its connection says so, and is right once it is back', async () => {
  const subscriber = await newSubscriber()
  const proxy = await startProxy(dev.baseUrl)
  const address = await subscriber.address()
  const visited = await visit(address.replace(dev.baseUrl, proxy.url))
  const { heading, text } = visited
  await heading('You are subscribed').waitFor()
  visited.allow(/ERR_(CONNECTION|EMPTY|INCOMPLETE|SOCKET|NETWORK)/)
  proxy.cut()
  await text(/^Connection lost. Trying again; nothing of yours is affected/).waitFor()
  await visited.button('Pause the subscription').click()
  await merchant.command(subscriber.contractAddress, 'pause')
  await untilStatus(subscriber.read, 'Paused')
  await proxy.mend()
  await heading('Paused. Nothing is taken').waitFor({ timeout: 20_000 })
  await text(/^Connection lost/).waitFor({ state: 'detached' })
  await proxy.stop()
})

test('where no stream gets through both pages ask instead, and say nothing of it', async () => {
  const { visited, page, button, heading, text } = await arrive()
  visited.allow(/ERR_FAILED/)
  await page.route(liveStream, (route) => route.abort())
  await page.reload()
  await button('Test Wallet').click()
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
  expect(await text(/^Connection lost/).count()).toBe(0)

  const subscriber = await newSubscriber()
  const managed = await subscriber.open()
  managed.allow(/ERR_FAILED/)
  await managed.page.route(liveStream, (route) => route.abort())
  await managed.page.reload()
  await managed.heading('You are subscribed').waitFor()
  await merchant.command(subscriber.contractAddress, 'pause')
  await managed.heading('Paused. Nothing is taken').waitFor()
  expect(await managed.text(/^Connection lost/).count()).toBe(0)
})
