/** A merchant may have written any text: it stays text, stays in its place, and turns nothing around. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Merchant } from '../../examples/client/merchant.ts'
import { findMisfits } from '../../test/browser/layout.ts'
import { newShop } from '../../test/browser/shops.ts'
import { newSubscriber, type Subscriber } from '../../test/browser/subscriptions.ts'
import type { Visit } from '../../test/browser/visit.ts'
import { judgeVisits, visit } from '../../test/browser/world.ts'

judgeVisits()

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const names: [kind: string, shop: string, plan: string][] = [
  [
    'markup, emoji and a change of direction',
    `\u202eevil \u2066🧨👨‍👩‍👧‍👦 ${hostile}`,
    `\u2067${hostile}\u202e🏴‍☠️`,
  ],
  ['one long word', 'W'.repeat(100), 'Donaudampfschiff'.repeat(6)],
]

async function openBoth(shop: Merchant): Promise<{ subscriber: Subscriber; visited: Visit }> {
  const subscriber = await newSubscriber({ shop, more: { metadata: hostile } })
  const visited = await subscriber.open()
  return { subscriber, visited }
}

const controls = /[\u202a-\u202e\u2066-\u2069]/

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.title()).not.toMatch(/^\d$/)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findMisfits(page), `${width} px`).toEqual([])
  }
  expect(await page.locator('body').innerText()).not.toMatch(controls)
}

test.each(names)(
  '%s in the names of a shop and its plan harms neither page',
  async (_, name, plan) => {
    const shop = await newShop(name, plan)
    const { subscriber, visited } = await openBoth(shop)
    const { page, heading, button } = visited
    await heading('You are subscribed').waitFor()
    await button('Cancel the subscription…').click()
    await expectHarmless(page)
    const { token } = await shop.mandate.customerTokens.create({ customerId: 'another' })
    const widget = await visit(`${shop.dev.widgetUrl}/?plan=${shop.dev.planId}&session=${token}`, {
      wallets: [subscriber.wallet],
    })
    await widget.button('Test Wallet').click()
    await widget.button(/^Allow /).waitFor()
    await expectHarmless(widget.page)
  },
)
