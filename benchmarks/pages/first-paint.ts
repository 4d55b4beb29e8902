/** How soon a payer with a slow network sees something, and then the offer, on each of the pages. */
import type { Browser } from 'playwright-core'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { Merchant } from '../../examples/client/merchant.ts'
import { phone } from '../../test/browser/visit.ts'
import { median } from '../closed-loop.ts'
import { milliseconds, table } from '../table.ts'
import { slowDown, type SlowNetwork, slowNetworks } from './slow-network.ts'

const rounds = 5

/** What a payer came for, once it is there. */
const useful = {
  checkout: 'Two ways to pay',
  widget: 'Two steps',
  manage: /./,
}
type PageName = keyof typeof useful
/** Both from the start of the navigation. */
type Times = { painted: number; useful: number }

export async function measureFirstPaint(browser: Browser, dev: DevJson): Promise<string> {
  const merchant = new Merchant(dev)
  const { token } = await merchant.mandate.customerTokens.create({ customerId: 'first-paint' })
  const { checkoutUrl } = await merchant.createPayment('25.5')
  const addresses: Record<PageName, string> = {
    checkout: checkoutUrl,
    widget: `${dev.widgetUrl}/?plan=${dev.planId}&session=${token}`,
    manage: `${dev.manageUrl}/?session=${token}`,
  }
  const rows: string[][] = []
  for (const network of slowNetworks)
    for (const page of Object.keys(useful) as PageName[]) {
      const times: Times[] = []
      for (let round = 0; round < rounds; round++)
        times.push(await openOnce(browser, addresses[page], network, useful[page]))
      const middle = (which: 'painted' | 'useful') =>
        milliseconds(median(times.map((one) => one[which])))
      rows.push([`${page}, ${network.name}`, middle('painted'), middle('useful')])
    }
  return table(['page, network', 'first contentful paint', 'what one came for'], rows)
}

/** Opens the page in a profile of its own, so that nothing is cached. */
async function openOnce(
  browser: Browser,
  address: string,
  network: SlowNetwork,
  name: string | RegExp,
): Promise<Times> {
  const context = await browser.newContext({ viewport: phone, locale: 'en-US' })
  const page = await context.newPage()
  await slowDown(page, network)
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('heading', { name }).first().waitFor()
  const usefulAt = await page.evaluate<number>('performance.now()')
  const paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
  const painted = await page.evaluate<number>(paint)
  await context.close()
  return { painted, useful: usefulAt }
}
