/** The manage page, as a customer with money at stake finds it. */
import { describe, expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lookAt, looks } from './screens.ts'
import { tabTo } from './keyboard.ts'
import { savedBy } from './saved-file.ts'
import { newSubscriber, untilStatus } from './subscriptions.ts'
import { judgeVisits } from './world.ts'

judgeVisits()

describe('the first line', () => {
  test('says that it runs, what is taken next, and that the wallet is ready (S1-22, S1-23, S4.5-3)', async () => {
    const { open, customerId } = await newSubscriber()
    const { heading, text, page } = await open()
    await heading('You are subscribed').waitFor()
    // A link that somebody else has sent shows whose it is (security R14).
    await page.getByText(`You are here as customer ${customerId} of Demo shop.`).waitFor()
    await text(/^Next: 10\.00\sUSDC on /).waitFor()
    await text('Your wallet is ready.').waitFor()
    // The token is neither in the address bar nor in what is copied from it.
    expect(page.url()).not.toContain('session=')
  })

  test('says what is missing where the wallet is empty, with the payer’s own address', async () => {
    const { open, wallet } = await newSubscriber({ tokens: 13.2 })
    const { text, page } = await open()
    await text(/your wallet has 3\.20\sUSDC, and 10\.00\sUSDC is needed/).waitFor()
    await text(/Send 6\.80\sUSDC to your own address/).waitFor()
    await page.getByRole('img', { name: wallet.account.address }).waitFor()
  })
})

test('the exposure is read from the chain, and the wallet is tested by the contract itself (S1-23)', async () => {
  const { open } = await newSubscriber({ allowed: 40 })
  const { text, button } = await open()
  await text(/^30\.00\sUSDC, last payment /).waitFor()
  await text('A pause or a late payment moves the date, and never the sum.').waitFor()
  await button('Test my wallet').click()
  await text(/^It would work: 10\.00\sUSDC on /).waitFor()
})

describe('the limit', () => {
  test('is raised with one signature where wallet and token take permits (S1-24)', async () => {
    const subscriber = await newSubscriber({ allowed: 10, abilities: { signsTypedData: true } })
    const { page, button, text } = await subscriber.open()
    await page.getByLabel('3', { exact: true }).check()
    await text(
      /Allows 30\.00\sUSDC in total for 3 payments, at most 10\.00\sUSDC in each period/,
    ).waitFor()
    await button('Test Wallet').click()
    await text(
      /A signature. It costs you no network fee. Your wallet will ask you 1 time/,
    ).waitFor()
    expect(subscriber.wallet.countOf('eth_signTypedData_v4')).toBe(0)
    await button('Allow 3 payments').click()
    await text('Done. Your limit is set.').waitFor()
    await text(/^Your limit covers 3 more payments: 30\.00\sUSDC/).waitFor()
    expect(subscriber.wallet.countOf('eth_signTypedData_v4')).toBe(1)
    expect(subscriber.wallet.sent()).toEqual([])
  })
})

test('a pause says by when it has to be resumed, before it begins and while it lasts (newcomer F2)', async () => {
  const { open, read } = await newSubscriber()
  const { text, button, heading } = await open()
  const byWhen = /^Resume it by .+; after that only your own wallet can\.$/
  await text(byWhen).waitFor()
  await button('Pause the subscription').click()
  await untilStatus(read, 'Paused')
  await heading('Paused. Nothing is taken').waitFor()
  await text(byWhen).waitFor()
  const { pausableUntil } = (await read()) as { pausableUntil?: string | null }
  expect(pausableUntil).toEqual(expect.any(String))
})

describe('leaving', () => {
  test('takes two clicks, no wallet and no gas; the leftover limit is one more step, by the wallet (S1-26)', async () => {
    const subscriber = await newSubscriber()
    const { page, button, heading, text } = await subscriber.open()
    await button('Cancel the subscription…').click()
    await page.getByLabel(/^Now/).check()
    await button('Yes, cancel').click()
    await untilStatus(subscriber.read, 'Cancelled')
    expect(subscriber.wallet.requests.filter(({ method }) => /send|sign/i.test(method))).toEqual([])
    await heading('Cancelled. Nothing more is taken').waitFor()
    await button('Test Wallet').click()
    await button('Set it to zero').click()
    await text('The limit is zero.').waitFor()
    await text('nothing').first().waitFor()
  })

  test('at the end of the paid time keeps what was paid for, and can be taken back', async () => {
    const { open } = await newSubscriber()
    const { button, heading, text } = await open()
    await button('Cancel the subscription…').click()
    await button('Yes, cancel').click()
    await heading('You are subscribed until the end of the paid time').waitFor()
    await text(/^It ends on .+ Nothing more will be taken/).waitFor()
    expect(await text('Next payments').count()).toBe(0)
    await button('Keep the subscription').click()
    await heading('You are subscribed').waitFor()
    await text('Your wallet is ready.').waitFor()
  })

  test('works without the service: two calls, also as a file that needs nothing else', async () => {
    const subscriber = await newSubscriber()
    const { page, button } = await subscriber.open()
    await page.getByText('Leave without us').click()
    const file = await savedBy(page, () => button('Save a copy of this page').click())
    expect(file).toContain(subscriber.subscription.contractAddress)
    expect(file).toContain(subscriber.wallet.account.address)
    expect(file).toContain('0xea8a1af0')
    expect(file).toContain('0x095ea7b3')
    expect(file).not.toMatch(/<script|https?:/)
  })

  test('is all that a link of low power offers, beside reading and pausing', async () => {
    const subscriber = await newSubscriber({ allowed: 10 })
    const { button, text, page } = await subscriber.open({}, { may: 'leave' })
    await text(/It will not work/).waitFor()
    await text(/This link is for reading, pausing and cancelling/)
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: 'Raise the limit' }).count()).toBe(0)
    await button('Pause the subscription').waitFor()
    await button('Cancel the subscription…').waitFor()
  })
})

test('a pause and its end are seen as they come true on the chain (S1-25)', async () => {
  const subscriber = await newSubscriber()
  const { button, heading } = await subscriber.open()
  await button('Pause the subscription').click()
  await heading('Paused. Nothing is taken').waitFor()
  await button('Resume now').first().click()
  await heading('You are subscribed').waitFor()
})

test('payments are listed in words, each with a receipt, and the next ones go to the calendar (S1-28, S2.4-8)', async () => {
  const { open, wallet, contractAddress } = await newSubscriber()
  const { page, button, text } = await open()
  await text(/^10\.00\sUSDC paid on /).waitFor()
  await page.getByText('Next payments').click()
  const file = await savedBy(page, () => button('Save for the calendar (.ics)').click())
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
  await button(/^Receipt/).click()
  await page.getByRole('heading', { name: /^Receipt: 10\.00\sUSDC/ }).waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const address of [wallet.account.address, contractAddress])
    expect((await text(address).boundingBox())?.width).toBeGreaterThan(200)
  await page.emulateMedia({ media: 'screen' })
  await page.goBack()
  await button(/^Receipt/).click()
  await button('Payments').click()
  await button(/^Receipt/).waitFor()
})

test('nothing on it is a barrier, on a phone or a desk, light or dark', async () => {
  const { open } = await newSubscriber()
  const { page, heading, text, button } = await open()
  await heading('You are subscribed').waitFor()
  await text('Your wallet is ready.').waitFor()
  await button('Cancel the subscription…').click()
  for (const fold of ['Next payments', 'Where am I?', 'Leave without us'])
    await page.getByText(fold).click()
  const faults: string[] = []
  for (const look of looks) {
    await lookAt(page, look)
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    if (isTooWide) faults.push(`${look.name} is wider than the window`)
    faults.push(...(await findBarriers(page)).map((barrier) => `${look.name}: ${barrier}`))
  }
  expect(faults).toEqual([])
})

test('it can be cancelled with the keyboard alone', async () => {
  const subscriber = await newSubscriber()
  const { page, heading } = await subscriber.open()
  await heading('You are subscribed').waitFor()
  await tabTo(page, 'Cancel the subscription…')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Yes, cancel')
  await page.keyboard.press('Enter')
  await heading('You are subscribed until the end of the paid time').waitFor()
})
