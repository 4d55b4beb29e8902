/** What a customer does more seldom on the manage page. */
import { describe, expect, test } from 'vitest'
import { oneToken } from '../../test/browser/chains.ts'
import { savedBy } from '../../test/browser/saved-file.ts'
import { newSubscriber, untilStatus } from '../../test/browser/subscriptions.ts'
import { judgeVisits, merchant } from '../../test/browser/world.ts'

judgeVisits()

describe('the first line', () => {
  test('leads to a higher limit where the limit is used up', async () => {
    const { open } = await newSubscriber({ allowed: 10 })
    const { text, page } = await open()
    await text('It will not work: your limit covers no more payments.').waitFor()
    await page.getByRole('link', { name: 'Raise the limit' }).click()
    expect(page.url()).toContain('#limit')
  })
})

describe('the limit', () => {
  test('is raised by a plain transaction, and read back from the chain (S1-24)', async () => {
    const subscriber = await newSubscriber({ allowed: 10 })
    const { page, button, text } = await subscriber.open()
    await page.getByLabel('3', { exact: true }).check()
    await button('Test Wallet').click()
    const another = button('Do it another way')
    await button(/^Allow 3 payments/).waitFor()
    if ((await another.count()) > 0) await another.click()
    await button(/^Allow 3 payments/).click()
    await text('Done. Your limit is set.').waitFor()
    await text(/^Your limit covers 3 more payments: 30\.00\sUSDC/).waitFor()
    await text('Your wallet is ready.').waitFor()
  })

  test('that the payer lowers in the wallet is accepted as it is', async () => {
    const subscriber = await newSubscriber({ allowed: 10 })
    subscriber.wallet.lowerCapTo(20n * oneToken)
    const { page, button, text } = await subscriber.open()
    await page.getByLabel('3', { exact: true }).check()
    await button('Test Wallet').click()
    await button(/^Allow 3 payments/).waitFor()
    const another = button('Do it another way')
    if ((await another.count()) > 0) await another.click()
    await button(/^Allow 3 payments/).click()
    await text(/You allowed less than was asked for, which is fine: it covers 2 payments/).waitFor()
  })

  test('is not asked of another account', async () => {
    const subscriber = await newSubscriber()
    const { button, text } = await subscriber.open()
    await subscriber.wallet.changeAccount()
    await button('Change the limit').click()
    await button('Test Wallet').click()
    await text(/Your wallet shows another account/).waitFor()
    expect(await button(/^Allow /).count()).toBe(0)
  })
})

describe('leaving', () => {
  test('can leave the limit as it is, and is not asked again', async () => {
    const subscriber = await newSubscriber()
    await merchant.command(subscriber.subscription.contractAddress, 'cancel')
    await untilStatus(subscriber.read, 'Cancelled')
    const { page, button, text } = await subscriber.open()
    const proof = JSON.parse(await savedBy(page, () => button('Save the proof').click())) as object
    expect(JSON.stringify(proof)).toContain(subscriber.subscription.contractAddress)
    await button('Skip').click()
    await text(/Skipped. A limit of 110\.00\sUSDC is left over/).waitFor()
    await page.reload()
    await text(/Skipped. A limit of 110\.00\sUSDC is left over/).waitFor()
  })
})

test('pausing again and again has an end, which the page tells at once', async () => {
  const subscriber = await newSubscriber()
  const { button, heading, text } = await subscriber.open()
  for (let rounds = 0; rounds < 3; rounds++) {
    await button('Pause the subscription').click()
    await heading('Paused. Nothing is taken').waitFor()
    await button('Resume now').first().click()
    await heading('You are subscribed').waitFor()
  }
  await button('Pause the subscription').click()
  await text(/^This was done too often in a short time. It can be done again from /).waitFor({
    timeout: 5_000,
  })
  expect(await button('Cancel the subscription…').isEnabled()).toBe(true)
})

test('a flow shows its one thing and hides the rest', async () => {
  const { open, subscription } = await newSubscriber()
  const { button, heading, page } = await open({
    flow: 'cancel',
    subscription: subscription.contractAddress,
  })
  await button('Yes, cancel').waitFor()
  expect(await heading('You are subscribed').count()).toBe(1)
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Cancel Demo membership at Demo shop?',
  ])
})

test('a customer with several subscriptions sees a list of them (S1-23)', async () => {
  const { customerId, open, wallet } = await newSubscriber()
  await merchant.subscribe(wallet.account.address, { customerId })
  const { page } = await open()
  const links = page.getByRole('link', { name: /^Manage/ })
  await links.first().waitFor()
  expect(await links.count()).toBe(2)
})
