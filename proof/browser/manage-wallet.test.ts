/** The manage page says what comes next, and shows the steps that the payer's own wallet makes there. */
import { describe, expect, test } from 'vitest'
import { dev, quick } from '../../test/browser/chains.ts'
import { newSubscriber, type Subscriber, untilStatus } from '../../test/browser/subscriptions.ts'
import { subscriptionsOf } from '../../test/browser/widget-world.ts'
import { judgeVisits, merchant } from '../../test/browser/world.ts'
import { served } from '../../test/browser/served.ts'

judgeVisits()

const monthDays = 31

/** The day of a moment, as a browser of `visit` shows it; a year may follow. */
const dayOf = (moment: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(moment),
  )

describe('a payment that is late', () => {
  test('is tried again at a moment that the page names, until another', async () => {
    const poor = await newSubscriber({ tokens: 13.2 })
    await merchant.pass(monthDays)
    const visited = await poor.open()
    await visited.heading('You are subscribed, and a payment is late').waitFor()
    const { charges } = await merchant.read(poor.subscription.contractAddress)
    const tried = dayOf(charges[0]!.nextAttemptAt!)
    const told = `^We try again the moment .+, otherwise on ${tried}.+\\. It can be saved until .+; then`
    await visited.text(new RegExp(told)).first().waitFor()
    await quick.mint(quick.tokens[0], poor.wallet.account.address, 6_800_000n)
    await visited
      .text('Your wallet is ready.')
      .or(visited.text(/^Next: 10/))
      .first()
      .waitFor()
    await visited.heading('You are subscribed').waitFor()
  })

  test('for want of a limit says so beside the button that raises it', async () => {
    const short = await newSubscriber({ allowed: 10 })
    await merchant.pass(monthDays)
    const visited = await short.open()
    await visited.text(/^We try again the moment/).waitFor()
    await short.approve(20)
    await visited.heading('You are subscribed').waitFor()
  })
})

test('"Where am I?" marks one of five words, and names the next step with its date', async () => {
  const subscriber = await newSubscriber()
  const visited = await subscriber.open()
  await visited.text('Your wallet is ready.').waitFor()
  await visited.page.getByText('Where am I?').click()
  const places = visited.page.locator('.places li')
  await expect.poll(() => places.count()).toBe(5)
  expect(await visited.page.locator('.places [aria-current=step]').textContent()).toContain('Runs')
  const { nextChargeAt } = await subscriber.read()
  const step = visited.page.locator('.places + p')
  expect(await step.textContent()).toMatch(
    new RegExp(`^Next: 10\\.00\\sUSDC on ${dayOf(nextChargeAt)}`),
  )
})

test('without a public node the page asks the chain through the payer’s wallet', async () => {
  const subscriber = await newSubscriber({ allowed: 40 })
  const visited = await subscriber.open()
  visited.allow(/ERR_FAILED|Failed to load/)
  const { page, text, button } = visited
  await page.route(`${quick.rpcUrl}/**`, (route) => route.abort())
  await page.reload()
  await text('Your wallet could not be checked just now.').waitFor()
  await button('Ask the chain through your wallet').click()
  await button('Test Wallet').click()
  await text(/^30\.00\sUSDC, last payment /).waitFor()
  await text('Your wallet is ready.').waitFor()
  await button('Test my wallet').click()
  await text(/^It would work/).waitFor()
  expect(subscriber.wallet.sent()).toEqual([])
})

test('the payer’s own wallet freezes the contract, and it alone unfreezes it', async () => {
  const subscriber = await newSubscriber()
  const { page, button, heading, text } = await subscriber.open()
  await page.getByText('Stop it by your own wallet').click()
  await text(/Neither Demo shop nor this service can undo that/).waitFor()
  await button('Freeze it by my wallet…').click()
  await button('Test Wallet').click()
  await button('Freeze the contract').click()
  await untilStatus(subscriber.read, 'Paused')
  await heading('Paused by your own wallet. Nothing is taken').waitFor()
  expect(await button('Resume now').count()).toBe(0)

  await page.reload()
  await page.getByRole('link', { name: 'Resume by your own wallet' }).click()
  await button('Test Wallet').click()
  await button('Unfreeze the contract').click()
  await untilStatus(subscriber.read, 'Active')
  await heading('You are subscribed').waitFor()
})

describe('to subscribe again after the end', () => {
  const ended = async (): Promise<Subscriber> => {
    const leaving = await newSubscriber()
    await merchant.command(leaving.subscription.contractAddress, 'cancel')
    await untilStatus(leaving.read, 'Cancelled')
    return leaving
  }

  test('leads to the widget, with the same plan and language', async () => {
    const { open } = await ended()
    await merchant.pass(40)
    const { page } = await open({ lang: 'es' })
    await page.getByRole('link', { name: 'Suscribirse de nuevo' }).click()
    await page.waitForURL(/\/\?plan=/)
    await page.getByText('Demo membership').first().waitFor()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({ plan: dev.planId, lang: 'es' })
  })

  test('while what is paid for still runs begins after it, and says so', async () => {
    const { open, read, customerId } = await ended()
    const { endsAt } = await read()
    const { page, button, text } = await open()
    await text(/^Its first payment is on .+, when what you have paid for has run out/).waitFor()
    await button('Subscribe again').click()
    await page.waitForURL(/\/\?plan=/)
    await page.locator(`header time[datetime="${endsAt}"]`).waitFor()
    const made = await subscriptionsOf(customerId)
    expect(made.find(({ status }) => status === 'Draft')).toMatchObject({ startFrom: endsAt })
  })

  test('finds a widget of another origin, which takes the token out of its address', async () => {
    const { open } = await ended()
    const visited = await open({}, { origin: served.walletConnect.baseUrl })
    const { page } = visited
    expect(new URL(page.url()).origin).not.toBe(new URL(dev.widgetUrl).origin)
    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await page.waitForURL(`${dev.widgetUrl}/**`)
    await page.getByText('Demo membership').first().waitFor()
    expect(new URL(page.url()).searchParams.has('session')).toBe(false)
  })
})

test('what the service did not do is said beside its button', async () => {
  const { open } = await newSubscriber()
  const visited = await open()
  visited.allow(/ERR_FAILED|Failed to load/)
  const { page, button, text } = visited
  await text('Your wallet is ready.').waitFor()
  await page.route('**/session/**', (route) => route.abort())
  await button('Cancel the subscription…').click()
  await button('Yes, cancel').click()
  const part = page.getByRole('region', { name: 'Cancel Demo membership at Demo shop?' })
  await part
    .getByText(/^The service did not answer\. Try again: what is done already is not done twice/)
    .waitFor()
})

test.each([
  ['pause', ['Pause']],
  ['limit', ['Limit', 'With your wallet']],
  ['receipt', ['Payments']],
] as const)('the flow %s hides the rest', async (flow, parts) => {
  const { open } = await newSubscriber()
  const { page, text } = await open({ flow })
  await text('Your wallet is ready.').waitFor()
  const titles = page.getByRole('heading', { level: 3 })
  await expect.poll(() => titles.allTextContents()).toEqual(parts)
})

test('why somebody leaves is asked after it is done, and told to the merchant', async () => {
  const leaving = await newSubscriber()
  const { page, button, heading, text } = await leaving.open({ flow: 'cancel' })
  await button('Yes, cancel').waitFor()
  expect(await page.getByText('Would you say why?').count()).toBe(0)
  await button('Yes, cancel').click()
  await heading('You are subscribed until the end of the paid time').waitFor()
  await page.getByText('Would you say why?').first().click()
  await page.getByRole('radio', { name: 'I do not use it enough' }).check()
  await page.getByLabel('In your own words, if you like').fill('Too few maps.')
  await button('Send').click()
  await text('Thank you. Demo shop reads it.').waitFor()
  expect((await leaving.read()).cancellationDetails).toEqual({
    feedback: 'Unused',
    comment: 'Too few maps.',
  })
})
