import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { quick } from '../../test/browser/chains.ts'
import { findMisfits } from '../../test/browser/layout.ts'
import { closeShops, openShop } from '../../test/browser/shop-page.ts'
import { newSubscriber } from '../../test/browser/subscriptions.ts'
import { widgetAddress } from '../../test/browser/widget-world.ts'
import { judgeVisits, merchant, newWallet, visit } from '../../test/browser/world.ts'

judgeVisits()
closeShops()

const allow = (origins: string[]) => merchant.asPerson('PUT', '/test/frame-origins', { origins })

/** Shops make their frames as narrow, as wide and as low as this, in pixels. */
const sizes = [
  { width: 320, height: 800 },
  { width: 390, height: 400 },
  { width: 600, height: 320 },
  { width: 1000, height: 700 },
]

/** In a frame of this size everything has its place, and what closes it stays within reach. */
async function expectFit(page: Page, size: (typeof sizes)[number]): Promise<void> {
  await page.locator('iframe').evaluate('(frame, size) => Object.assign(frame, size)', size)
  const framed = page.frames().at(-1)!
  await framed.evaluate('scrollTo(0, document.body.scrollHeight)')
  expect(await findMisfits(framed), `${size.width} x ${size.height}`).toEqual([])
  const top = `document.querySelector('[aria-label=Close]').getBoundingClientRect().top`
  expect(await framed.evaluate<number>(top)).toBeGreaterThanOrEqual(0)
}

test('a shop frames the widget, and is told of the subscription and of closing', async () => {
  const wallet = await newWallet(quick)
  const framed = await widgetAddress({ search: '&frame-mode=true' })
  const origin = await openShop(framed)
  await allow([origin])
  const { page } = await visit(`${origin}/`, { wallets: [wallet] })
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Test Wallet' }).click()
  await frame.getByRole('button', { name: 'Use a plain transaction instead' }).click()
  await frame.getByRole('button', { name: /^Allow 240/ }).waitFor()
  for (const size of sizes) await expectFit(page, size)
  await frame.getByRole('button', { name: /^Allow 240/ }).click()
  await frame.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  await frame.getByRole('button', { name: 'Close' }).first().click()
  const told = (value: string) =>
    `${new URL(framed).origin} {"type":"smartypay-event","value":"${value}"}`
  await expect
    .poll(() => page.locator('li').allTextContents())
    .toEqual([told('subscription-created'), told('close')])
})

test('a page that the merchant has not named cannot frame the widget', async () => {
  await allow(['https://shop.example'])
  const origin = await openShop(await widgetAddress({ search: '&frame-mode=true' }))
  const visited = await visit(`${origin}/`)
  visited.allow(/frame-ancestors/)
  await expect.poll(() => visited.page.frames().at(-1)!.url()).toMatch(/^chrome-error:/)
})

test('a frame whose link has ended says so, and how to leave where the shop does not close it', async () => {
  const framed = await widgetAddress({ search: '&frame-mode=true' })
  const origin = await openShop(framed.replace(/session=[^&]+/, 'session=abc'))
  await allow([origin])
  const { page } = await visit(`${origin}/`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
  await frame.getByRole('button', { name: 'Close' }).click()
  await frame.getByText('Go back in your browser, or close the tab').waitFor()
  expect(await page.locator('li').allTextContents()).toEqual([
    `${new URL(framed).origin} {"type":"smartypay-event","value":"close"}`,
  ])
})

test('nobody can frame the manage page, the origins of the widget included', async () => {
  const subscriber = await newSubscriber({ allowed: 0 })
  const origin = await openShop(`${await subscriber.address()}&frame-mode=true`)
  await allow([origin])
  const visited = await visit(`${origin}/`)
  visited.allow(/frame-ancestors/)
  await expect.poll(() => visited.page.frames().at(-1)!.url()).toMatch(/^chrome-error:/)
})
