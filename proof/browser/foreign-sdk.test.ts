/**
 * The client that shops of SmartyPay have on their pages, `smartypay-client-sdk`, as npm has it. On a page of `localhost` it opens
 * `http://localhost:3000`, where a service that was started without settings is: the browser is led from there to the one of this run.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as ask } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dev, quick } from '../../test/browser/chains.ts'
import { closeShops, serveShop } from '../../test/browser/shop-page.ts'
import { newSubscriber } from '../../test/browser/subscriptions.ts'
import type { Visit, VisitSettings } from '../../test/browser/visit.ts'
import { widgetAddress } from '../../test/browser/widget-world.ts'
import { judgeVisits, merchant, newWallet, visit } from '../../test/browser/world.ts'

judgeVisits()
closeShops()

const program = readFileSync(
  createRequire(import.meta.url).resolve(
    'smartypay-client-sdk/dist/esbuild/smartypay-client-sdk-v1.js',
  ),
  'utf8',
)

/** A proxy of the browser, for which `localhost:3000` is the service of this run. */
const proxy = createServer((request, response) => {
  const wanted = new URL(request.url!)
  const { hostname, port } = wanted.host === 'localhost:3000' ? new URL(dev.baseUrl) : wanted
  const { method, headers } = request
  const path = `${wanted.pathname}${wanted.search}`
  const onward = ask({ hostname, port, method, headers, path }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
})
beforeAll(async () => once(proxy.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  proxy.close()
  proxy.closeAllConnections()
})

/** A shop's page whose script is run once the page is there, and which lists what it is told. */
async function openSdk(script: string, settings: VisitSettings = {}): Promise<Visit> {
  const origin = await serveShop(`<!doctype html><html lang="en"><title>Shop</title>
    <link rel="icon" href="data:,"><button id="buy">Buy</button><div id="shop"></div><ol></ol><script>${program}</script></html>`)
  await merchant.asPerson('PUT', '/test/frame-origins', { origins: [origin] })
  const { port } = proxy.address() as AddressInfo
  const visited = await visit(`${origin}/`, {
    ...settings,
    proxy: { server: `http://127.0.0.1:${port}` },
  })
  await visited.page.evaluate(`const told = (event) => document.querySelector('ol').append(
    Object.assign(document.createElement('li'), { textContent: event }));
    ${script}`)
  return visited
}

/** Opens the widget as the package's own description says. */
async function openWidget(settings: VisitSettings = {}): Promise<Visit> {
  const { searchParams } = new URL(await widgetAddress())
  const sessionId = searchParams.get('session')
  return openSdk(
    `new SmartyPaySubscriptions().newSubscriptionWidget({ target: 'shop', planId: '${dev.planId}',
      sessionId: '${sessionId}', lang: 'en', onEvent: told })`,
    settings,
  )
}

/** The package keeps its frame in a closed shadow root: the page has no element to find it by. */
async function frameOf(page: Page): Promise<Frame> {
  const known = page.frames()[1]
  const frame = known ?? (await page.waitForEvent('frameattached'))
  await frame.getByRole('heading', { level: 1, name: /^Subscribe to/ }).waitFor()
  return frame
}

/** Waits until the page has taken its frame away. */
async function untilClosed(page: Page): Promise<void> {
  if (page.frames().length > 1) await page.waitForEvent('framedetached')
}

const told = (page: Page) => page.locator('li').allTextContents()

test('the widget of the bare address is subscribed in, tells the shop, and closes', async () => {
  const wallet = await newWallet(quick)
  const { page } = await openWidget({ wallets: [wallet] })
  const frame = await frameOf(page)
  await frame.getByRole('button', { name: 'Test Wallet' }).click()
  await frame.getByRole('button', { name: 'Use a plain transaction instead' }).click()
  await frame.getByRole('button', { name: /^Allow 240/ }).click()
  await frame.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  await frame.getByRole('button', { name: 'Close' }).first().click()
  await untilClosed(page)
  expect(await told(page)).toEqual(['subscription-created', 'close'])
})

test.each(['in the frame', 'in the page around it'])(
  'Escape closes the widget: pressed %s',
  async (where) => {
    const { page } = await openWidget()
    const frame = await frameOf(page)
    if (where === 'in the frame') await frame.getByRole('heading', { level: 1 }).click()
    else await page.locator('#buy').focus()
    await page.keyboard.press('Escape')
    await untilClosed(page)
    expect(await told(page)).toEqual(where === 'in the frame' ? ['close'] : [])
  },
)

test('its address for a customer opens the manage page, which leads back to the shop', async () => {
  const subscriber = await newSubscriber({ allowed: 0 })
  const sessionId = new URL(await subscriber.address()).searchParams.get('session')
  const { page } = await openSdk(`const address = new SmartyPaySubscriptions().editSubscriptionUrl({
    sessionId: '${sessionId}', backUrl: 'https://shop.example/account?from=pay', lang: 'es', demoMode: true });
    location.assign(address)`)
  const back = page.getByRole('link', { name: 'Volver a shop.example' })
  await back.waitFor()
  expect(await back.getAttribute('href')).toBe('https://shop.example/account?from=pay')
  expect(page.url()).not.toContain(String(sessionId))
})
