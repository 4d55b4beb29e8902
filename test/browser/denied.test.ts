/** Pages to which the browser denies something: storage, or what it gives only to pages that came encrypted. */
import { expect, test } from 'vitest'
import { dev, quick } from './chains.ts'
import { logIn } from './dashboard/staff.ts'
import { newSubscriber, untilStatus } from './subscriptions.ts'
import { openWidget } from './widget-world.ts'
import { createPayment, judgeVisits, newWallet, visit } from './world.ts'
import type { Visit } from './visit.ts'

judgeVisits()

/** A name of no machine, as a phone in the same network would use: the browser trusts `127.0.0.1` alone. */
const elsewhere = 'http://mandate.test'

/** Passes the pages of another host on to the service, but no streams, as some proxies do: the page asks instead. */
async function openElsewhere(address: string, opened: Visit): Promise<Visit> {
  opened.allow(/ERR_FAILED|mandate\.test/)
  await opened.page.context().route(`${elsewhere}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    if (/\/(?:live|events)$/.test(pathname)) return route.abort()
    const response = await route.fetch({ url: `${dev.baseUrl}${pathname}${search}` })
    return route.fulfill({ response })
  })
  await opened.page.goto(address.replace(new URL(address).origin, elsewhere))
  expect(await opened.page.evaluate('isSecureContext')).toBe(false)
  return opened
}

test('over plain http from another host a customer pauses and cancels (bugs F12)', async () => {
  const subscriber = await newSubscriber()
  const { button, page } = await openElsewhere(
    await subscriber.address(),
    await visit('about:blank', { wallets: [subscriber.wallet] }),
  )
  await button('Pause the subscription').click()
  await untilStatus(subscriber.read, 'Paused')
  await page.reload()
  await button('Cancel the subscription…').click()
  await page.getByLabel(/^Now/).check()
  await button('Yes, cancel').click()
  await untilStatus(subscriber.read, 'Cancelled')
})

test('over plain http from another host a payer copies the address, and pays', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const opened = await visit('about:blank', { wallets: [wallet] })
  const { button, heading, text } = await openElsewhere(payment.checkoutUrl, opened)
  await button('Copy the address').click()
  await text('Copied').waitFor()
  await button('Test Wallet').click()
  await button(/^Pay 10/).click()
  await heading('Paid').waitFor()
})

/** As browsers do that block all cookies: to name the storage is an error. */
const deny = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
}

test('without storage the dashboard works (bugs F15)', async () => {
  const { page } = await logIn(dev.merchant, { before: deny })
  await page.getByRole('link', { name: 'Plans' }).click()
  await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
})

test('without storage the pages of payers work', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick, { abilities: { signsTypedData: true } })
  const paying = await visit(payment.checkoutUrl, { wallets: [wallet], before: deny })
  await paying.button('Test Wallet').click()
  await paying.button(/^Pay 10/).click()
  await paying.heading('Paid').waitFor()
  const subscribing = await openWidget({ wallets: [wallet], before: deny })
  await subscribing.button('Test Wallet').click()
  await subscribing.button(/^Allow /).click()
  await subscribing.heading(/^You are subscribed/).waitFor()
  const link = subscribing.page.getByRole('link', { name: 'See, pause or cancel it' })
  await link.click()
  await subscribing.heading('You are subscribed').waitFor()
})
