import { expect, test } from 'vitest'
import { quick } from './chains.ts'
import { closeShops, openShop } from './shop-page.ts'
import { newSubscriber } from './subscriptions.ts'
import { widgetAddress } from './widget-world.ts'
import { judgeVisits, merchant, newWallet, visit } from './world.ts'

judgeVisits()
closeShops()

const allow = (origins: string[]) => merchant.asPerson('PUT', '/test/frame-origins', { origins })

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
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.frames().at(-1)!.evaluate<number>(overflow)).toBe(0)
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

test('nobody can frame the manage page, the origins of the widget included', async () => {
  const subscriber = await newSubscriber({ allowed: 0 })
  const origin = await openShop(`${await subscriber.address()}&frame-mode=true`)
  await allow([origin])
  const visited = await visit(`${origin}/`)
  visited.allow(/frame-ancestors/)
  await expect.poll(() => visited.page.frames().at(-1)!.url()).toMatch(/^chrome-error:/)
})
