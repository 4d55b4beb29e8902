/**
 * Browsers that lack what newer ones have: phones of iOS 15, web views before Chrome 110, and any browser where the page came
 * unencrypted. The functions are taken away before the page's scripts begin.
 */
import { expect, test } from 'vitest'
import { quick } from './chains.ts'
import { newSubscriber, untilStatus } from './subscriptions.ts'
import { createPlan, openWidget } from './widget-world.ts'
import { createPayment, judgeVisits, newWallet, visit } from './world.ts'

judgeVisits()

const before = () => {
  const page = globalThis as unknown as Record<string, Record<string, object>>
  const lacks: [object | undefined, string[]][] = [
    [
      Array.prototype,
      ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
    ],
    [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
    [Object.getPrototypeOf(Uint8Array.prototype), ['at', 'findLast', 'toSorted', 'with']],
    [Object, ['groupBy', 'hasOwn']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [page['AbortSignal'], ['timeout', 'any']],
    [page['AbortSignal']?.['prototype'], ['throwIfAborted', 'reason']],
    [page['URL'], ['canParse', 'parse']],
    [page['Crypto']?.['prototype'], ['randomUUID']],
    [page['Navigator']?.['prototype'], ['locks', 'clipboard']],
    [globalThis, ['structuredClone', 'Iterator']],
  ]
  for (const [of, names] of lacks)
    for (const name of names) if (of) delete (of as Record<string, unknown>)[name]
}

test('a payer with an old browser pays, and gets the receipt (bugs F3)', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { page, button, heading, text } = await visit(payment.checkoutUrl, {
    wallets: [wallet],
    before,
  })
  await button('Copy the address').click()
  await text('Copied').waitFor()
  await button('Test Wallet').click()
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  expect(await text('Send to this address').count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
})

test('a customer with an old browser subscribes', async () => {
  const wallet = await newWallet(quick, { abilities: { signsTypedData: true } })
  const { button, heading } = await openWidget({ wallets: [wallet], before })
  await button('Test Wallet').click()
  await button(/^Allow /).click()
  await heading(/^You are subscribed/).waitFor()
})

test('a customer with an old browser finds both subscriptions, and pauses one', async () => {
  const first = await newSubscriber()
  const planId = await createPlan(quick.codes[0], 'Second plan')
  const { customerId } = first
  const second = await newSubscriber({ customerId, more: { planId } })
  const { page, button, text } = await first.open({}, { before })
  await page.getByRole('listitem').filter({ hasText: 'Second plan' }).getByRole('link').click()
  await text(/^Next: 10/).waitFor()
  await button('Pause the subscription').click()
  await untilStatus(second.read, 'Paused')
  expect((await first.read()).status).toBe('Active')
})

test('a browser that cannot read the page’s script says so after a while', async () => {
  const payment = await createPayment(quick, '3')
  const opened = await visit(payment.checkoutUrl, { before: stop })
  opened.allow(/unknown word/)
  const { page } = opened
  const words = page.getByText(/this browser may be too old/)
  expect(await words.isVisible()).toBe(false)
  await page.evaluate('document.getAnimations().forEach((one) => one.finish())')
  expect(await words.isVisible()).toBe(true)
})

/** As an old browser would stop at the first word that it does not know. */
const stop = () => {
  JSON.parse = () => {
    throw new SyntaxError('unknown word')
  }
}
