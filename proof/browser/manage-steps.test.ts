/** A customer acts on the manage page over days, and while the chain is busy. */
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { oneToken, quick } from '../../test/browser/chains.ts'
import { findMisfits } from '../../test/browser/layout.ts'
import { newSubscriber, type Subscriber, untilStatus } from '../../test/browser/subscriptions.ts'
import type { Visit } from '../../test/browser/visit.ts'
import { createPlan, plainPlan } from '../../test/browser/widget-world.ts'
import { judgeVisits, merchant } from '../../test/browser/world.ts'

judgeVisits()

async function expectFlawless({ page }: Visit): Promise<void> {
  expect([...(await findBarriers(page)), ...(await findMisfits(page))]).toEqual([])
}

test('a withdrawal takes two clicks, and is acknowledged with its date', async () => {
  const grant = (withdrawalDays: number) =>
    merchant.asPerson('PUT', '/test/withdrawal-period', { withdrawalDays })
  await grant(14)
  const subscriber = await newSubscriber()
  await grant(0)
  const visited = await subscriber.open()
  const { button, heading, text, page } = visited
  await text(
    /^Until .+ you may withdraw from Demo membership .+ Demo shop returns what was taken/,
  ).waitFor()
  await button('Withdraw from contract here').click()
  await button('Confirm withdrawal').waitFor()
  await expectFlawless(visited)
  expect((await subscriber.read()).withdrawnAt).toBeNull()
  await button('Confirm withdrawal').click()
  const acknowledgement = text(
    /^You withdrew from the contract on .+ Demo shop returns what was taken\. So far that is 10\.00\sUSDC/,
  )
  await acknowledgement.waitFor()
  await heading('Cancelled. Nothing more is taken').waitFor()
  await expectFlawless(visited)
  await page.reload()
  await acknowledgement.waitFor()
  expect((await subscriber.read()).withdrawnAt).not.toBeNull()
})

test('a pause until a date ends by itself, and the page shows it without a reload', async () => {
  const subscriber = await newSubscriber()
  const visited = await subscriber.open()
  const { button, heading, text, page } = visited
  await page.getByLabel('Until a date').check()
  const day = page.getByLabel('Goes on by itself on')
  await day.fill((await day.getAttribute('min'))!)
  await button('Pause the subscription').click()
  await heading('Paused. Nothing is taken').waitFor()
  await text(/^It goes on by itself on /).waitFor()
  await expectFlawless(visited)
  await merchant.pass(2)
  await heading('You are subscribed').waitFor()
  await text('Your wallet is ready.').waitFor()
})

test('the last day that a pause offers is taken, and no other than those that it offers', async () => {
  const subscriber = await newSubscriber()
  const { button, heading, page } = await subscriber.open(
    { flow: 'pause' },
    // Noon of a day comes after that day is over in UTC, and so after the latest moment.
    { timezoneId: 'Etc/GMT+12' },
  )
  await page.getByLabel('Until a date').check()
  const day = page.getByLabel('Goes on by itself on')
  const pause = button('Pause the subscription')
  const last = (await day.getAttribute('max'))!
  for (const beyond of ['2020-01-01', `${Number(last.slice(0, 4)) + 2}-01-01`]) {
    await day.fill(beyond)
    expect(await pause.getAttribute('aria-disabled')).toBe('true')
  }
  await day.fill(last)
  await pause.click()
  await heading('Paused. Nothing is taken').waitFor()
})

test('cancelling while a payment is under way says what may still be taken, and what was', async () => {
  const subscriber = await newSubscriber({ allowed: 0 })
  const visited = await subscriber.open()
  const { button, heading, text } = visited
  const mayStillBeTaken = text(
    /^Until the network has confirmed it, 10\.00\sUSDC may still be taken/,
  )
  await heading('Not started yet').waitFor()
  await quick.holdBlocks()
  await subscriber.approve(120)
  await quick.mine(1)
  await heading('You are subscribed. It starts soon').waitFor()
  await text(/^10\.00\sUSDC, being made/).waitFor()
  await button('Cancel the subscription…').click()
  await mayStillBeTaken.waitFor()
  await button('Yes, cancel').click()
  await heading('Being cancelled…').waitFor()
  await mayStillBeTaken.waitFor()
  expect(await text('Nothing more').count()).toBe(0)
  await expectFlawless(visited)
  await quick.letBlocksCome()
  await heading('Cancelled. Nothing more is taken').waitFor()
  await text(/^10\.00\sUSDC paid on /).waitFor()
  expect(await quick.payer.balance(subscriber.wallet.account.address)).toBe(990n * oneToken)
})

test('a late payment is made as soon as the money is there', async () => {
  const subscriber = await newSubscriber({ tokens: 13 })
  const visited = await subscriber.open()
  const { heading, text } = visited
  await merchant.pass(31.1)
  await heading('You are subscribed, and a payment is late').waitFor()
  await text(/your wallet has 3\.00\sUSDC, and 10\.00\sUSDC is needed/).waitFor()
  await text(
    /^Demo shop takes nothing while it is paused, and charges nothing for that time/,
  ).waitFor()
  await text(
    /^We try again the moment .+, otherwise on .+ It can be saved until .+ nothing is owed/,
  ).waitFor()
  await expectFlawless(visited)
  await subscriber.give(10)
  await heading('You are subscribed').waitFor()
  await expect.poll(() => text(/^10\.00\sUSDC paid on /).count()).toBe(2)
})

test('the next attempt of a late payment is named though the page asked in the middle of one', async () => {
  const subscriber = await newSubscriber({ tokens: 13 })
  const { heading, page, text } = await subscriber.open()
  await heading('You are subscribed').waitFor()
  let wasAsked = false
  await page.route(/\/charges$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { charges: { status: string }[] }
    const [newest, ...older] = body.charges
    if (wasAsked || newest!.status !== 'Retrying') return route.fulfill({ response })
    wasAsked = true
    const charges = [{ ...newest, nextAttemptAt: null }, ...older]
    return route.fulfill({ response, json: { charges } })
  })
  await merchant.pass(31)
  await text(/^We try again the moment .+, otherwise on /).waitFor()
  expect(wasAsked).toBe(true)
})

test('a subscription that is made meanwhile does not take away the one that the payer is at', async () => {
  const { open, customerId, wallet } = await newSubscriber()
  const { page, button, heading } = await open()
  await button('Cancel the subscription…').click()
  await merchant.subscribe(wallet.account.address, { customerId })
  await page.getByRole('link', { name: 'Show all your subscriptions' }).waitFor()
  await button('Keep it').waitFor()
  await page.getByRole('link', { name: 'Show all your subscriptions' }).click()
  await heading('Demo membership').first().waitFor()
  expect(await page.getByRole('link', { name: /^Manage/ }).count()).toBe(2)
})

const otherPlan = createPlan(quick.codes[0], 'Other plan')

/** Goes through a switch on both pages, from the manage page to the widget's last word. */
async function switchPlans(subscriber: Subscriber, when: RegExp, told?: RegExp): Promise<Visit> {
  await otherPlan
  const visited = await subscriber.open({ flow: 'switch' })
  const { page, button, heading, text } = visited
  await page.getByRole('radio', { name: 'Other plan' }).check()
  await page.getByRole('radio', { name: when }).check()
  await expectFlawless(visited)
  await button('Switch to Other plan').click()
  await page.waitForURL(/\/\?plan=/)
  if (told) await text(told).waitFor()
  await button(/^Test Wallet/).click()
  await button(/^Allow .* and subscribe$/).click()
  await heading('You are subscribed').waitFor()
  return visited
}

const signing = { abilities: { signsTypedData: true } }

async function paused(): Promise<Subscriber> {
  const subscriber = await newSubscriber(signing)
  await merchant.command(subscriber.contractAddress, 'pause')
  await untilStatus(subscriber.read, 'Paused')
  return subscriber
}

const successorOf = async ({ read }: Subscriber) =>
  merchant.read((await read()).replacedBy ?? 'nothing')

test('a switch is allowed in the widget first, and then the old plan ends with its paid time', async () => {
  const subscriber = await newSubscriber({ abilities: { signsTypedData: true } })
  const planId = await createPlan(quick.codes[0], 'Second plan')
  const { page, text, button } = await subscriber.open({ flow: 'switch' })
  await page.getByRole('radio', { name: /^Second plan/ }).check()
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Switch to another plan',
  ])
  await page.getByRole('radio', { name: /^When your paid time ends/ }).waitFor()
  expect(await page.getByRole('radio', { name: /^When your paid time ends/ }).isChecked()).toBe(
    true,
  )
  await button('Switch to Second plan').click()
  await page.waitForURL(/\/\?plan=/)
  await text(
    /^This takes the place of your plan Demo membership, which goes on until its paid time ends/,
  ).waitFor()
  await button(/^Test Wallet/).click()
  await button(/^Allow .* and subscribe$/).click()
  await text(/^You are subscribed/).waitFor()

  const { replacedBy } = await subscriber.read()
  expect(replacedBy).not.toBeNull()
  expect(await subscriber.read()).toMatchObject({ phase: 'Ending', willChargeAt: null })
  expect(await merchant.mandate.subscriptions.get(replacedBy!)).toMatchObject({
    planId,
    status: 'Pending',
    replaces: subscriber.subscription.contractAddress,
  })
})

test('a switch at once ends the old plan, and takes nothing before the paid time is over', async () => {
  const subscriber = await newSubscriber(signing)
  const { nextChargeAt } = await subscriber.read()
  const { text, page, heading } = await switchPlans(
    subscriber,
    /^At once, for good: you pay for the new plan only/,
    /which ends for good as soon as you allow this one\.$/,
  )
  await text(/^The first charge is on .+ Nothing was taken yet/).waitFor()
  await untilStatus(subscriber.read, 'Cancelled')
  const successor = await successorOf(subscriber)
  expect(successor).toMatchObject({ status: 'Pending', startFrom: nextChargeAt, chargesMade: 0 })
  await page.goto(await subscriber.address({ subscription: subscriber.contractAddress }))
  await heading('Cancelled. Nothing more is taken').waitFor()
  await text(/^What you have paid for runs until /).waitFor()
})

test('a switch that keeps both leaves the old plan as it is (S1-27)', async () => {
  const subscriber = await newSubscriber(signing)
  const { page } = await switchPlans(subscriber, /^It does not: you have both plans/)
  await page.goto(await subscriber.address())
  const links = page.getByRole('link', { name: /^Manage: / })
  await expect.poll(() => links.count()).toBe(2)
  expect(await page.getByText('You are subscribed', { exact: true }).count()).toBe(2)
  expect((await subscriber.read()).replacedBy).toBeNull()
})

test('a switch while paused lets the old plan run to the end of its paid time first', async () => {
  const subscriber = await paused()
  const { text } = await switchPlans(subscriber, /^When your paid time ends/)
  await text(/Nothing was taken yet/).waitFor()
  await untilStatus(subscriber.read, 'Active')
  expect(await subscriber.read()).toMatchObject({ phase: 'Ending', willChargeAt: null })
  expect(await successorOf(subscriber)).toMatchObject({ status: 'Pending', chargesMade: 0 })
})

test('a switch at once while paused says that what was left of the paid time is lost', async () => {
  const subscriber = await paused()
  const { text } = await switchPlans(subscriber, /^At once: what is left of your paid time is lost/)
  await text('Next charge').waitFor()
  await untilStatus(subscriber.read, 'Cancelled')
  expect(await successorOf(subscriber)).toMatchObject({ status: 'Active', chargesMade: 1 })
})

test('a limit below one payment is warned of, with a token that is reset first', async () => {
  const subscriber = await newSubscriber({ token: 1, more: { planId: await plainPlan() } })
  const visited = await subscriber.open({ flow: 'limit' })
  const { page, text, button } = visited
  await page.getByLabel('Another number').check()
  await page.getByRole('textbox').fill('2')
  await text('This is less than you allow now.').waitFor()
  await button('Test Wallet').click()
  await text(/^Two transactions: .+ Your wallet will ask you 2 times/).waitFor()
  await expectFlawless(visited)
  subscriber.wallet.lowerCapTo(5n * oneToken)
  await button('Allow 2 payments').click()
  await text(/^You allowed less than one payment: nothing can be taken/).waitFor()
  await text('It will not work: your limit is smaller than one payment.').waitFor()
  expect(subscriber.wallet.sent()).toHaveLength(2)
})
