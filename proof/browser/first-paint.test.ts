/** A payer on a slow network sees this first, at this cost. Round trips and bytes are held here. */
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dev, quick } from '../../test/browser/chains.ts'
import { widgetAddress } from '../../test/browser/widget-world.ts'
import { createPayment, merchant } from '../../test/browser/world.ts'

/** A server sends this much before it hears anything back: ten segments of 1,460 bytes (RFC 6928). */
const firstFlightBytes = 14_600
/** Headers of the answer. */
const headBytesMax = 1_500

let browser: Browser
beforeAll(async () => {
  browser = await chromium.connect(inject('browserEndpoint'))
})
afterAll(() => browser?.close())

const addresses = {
  checkout: async () => (await createPayment(quick, '25.5')).checkoutUrl,
  widget: () => widgetAddress(),
  async manage() {
    const { token } = await merchant.mandate.customerTokens.create({ customerId: 'first-paint' })
    return `${dev.manageUrl}/?session=${token}`
  },
}

test.each([
  ['checkout', /Demo shop\s.*\s25\.50 USDC/s],
  ['widget', /Opening…/],
  ['manage', /Opening…/],
] as const)('the page %s shows something by its first answer alone', async (name, words) => {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  // Nothing but the page itself ever arrives.
  await page.route(/\/assets\/|\/session/, () => undefined)
  await page.goto(await addresses[name](), { waitUntil: 'commit' })
  const paint = "performance.getEntriesByName('first-contentful-paint').length"
  await expect.poll(() => page.evaluate<number>(paint)).toBe(1)
  expect(await page.locator('#page').innerText()).toMatch(words)
  const background = 'getComputedStyle(document.body).backgroundColor'
  expect(await page.evaluate(background)).not.toBe('rgba(0, 0, 0, 0)')
  await page.context().close()
})

test.each(Object.keys(addresses) as (keyof typeof addresses)[])(
  'the page %s fits into what a server may send at once',
  async (name) => {
    const address = await addresses[name]()
    const response = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const html = await response.text()
    expect(gzipSync(html).length).toBeLessThan(firstFlightBytes - headBytesMax)
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toContain('<style>')
  },
)
