/** Every screen of the dashboard, as its list of screens names them, for a shop that has one of everything. */
import { readFileSync } from 'node:fs'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import type { Merchant } from '../../../examples/client/merchant.ts'
import { actorKinds } from '../../../src/shared/stored-actor.ts'
import { pluralOf } from '../../../src/http/unknown-id.ts'
import { quick, oneToken } from '../chains.ts'
import { once } from '../once.ts'
import { newShop } from '../shops.ts'
import { newSubscriber } from '../subscriptions.ts'
import type { Visit } from '../visit.ts'
import { runInDatabase } from '../database.ts'

/** All texts of the shop contain this, and nothing else in the service. */
export const mark = 'of-everything'
const listed = readFileSync(new URL('../../../web/dashboard/screens.ts', import.meta.url), 'utf8')
const plurals = [...listed.matchAll(/\['(\w+)', '[\w ]+'\]/g)].map(([, plural]) => `/${plural}/:id`)

/** The paths of all screens after `/dashboard/{network}`, such as `/plans/:id`. */
export const screenPaths: readonly string[] = [
  ...[...listed.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path!),
  ...plurals,
]

const readRights: Record<string, string> = {
  requests: 'inspect',
  integration: 'inspect',
  team: 'people',
  audit: 'audit',
}
/** The right that it needs to read what a screen shows, as the routes behind it say. */
export const rightToOpen = (path: string): string => readRights[path.split('/')[1]!] ?? 'read'

export type Everything = {
  shop: Merchant
  /** By the first part of a path, such as `plans`. */
  ids: Record<string, string>
}

async function makeEverything(): Promise<Everything> {
  const shop = await newShop(`Shop ${mark}`, `Gold ${mark}`)
  // It refuses every call, so that deliveries wait and the endpoint fails.
  await shop.sendWebhooksTo(`http://127.0.0.1:9/${mark}`)
  const { customerId, wallet } = await newSubscriber({
    shop,
    customerId: `customer-${mark}`,
    more: { metadata: `metadata ${mark}` },
  })
  const payment = await shop.createPayment('10', { description: `Payment ${mark}` })
  await quick.mint(quick.tokens[0], payment.depositAddress, 12n * oneToken)
  await shop.call('GET', `/integration/payments/${mark}`)
  await shop.subscribe(wallet.account.address, { customerId: `draft-${mark}` })
  await shop.asPerson('POST', '/test/verification', {
    legalName: `Company ${mark}`,
    registrationNumber: '42',
    country: 'PL',
    website: 'https://shop.example',
    contactEmail: 'owner@shop.example',
  })
  const ids = { ...(await findIds(shop)), customers: customerId, payers: wallet.account.address }
  await expect.poll(() => countExceptions(shop)).toBe(1)
  return { shop, ids }
}
/** Made once for all tests that read it. */
export const everything = once(makeEverything)

const countExceptions = async (shop: Merchant) =>
  (await shop.asPerson<{ page: { total: number } }>('GET', '/test/exceptions')).page.total

/** Waits until there is one of each kind that a page is about, and returns their ids. */
export async function findIds({ dev }: Merchant): Promise<Record<string, string>> {
  const read = async () => {
    const rows = await runInDatabase<{ noun: string; id: string | null }>(statement, [
      dev.merchant.email,
    ])
    return Object.fromEntries(rows.flatMap(({ noun, id }) => (id ? [[noun, id]] : [])))
  }
  await expect
    .poll(async () => Object.keys(await read()), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(nouns))
  return read()
}

const kinds = actorKinds.filter((kind) => kind !== 'permit' && kind !== 'customer')
const nouns = [...kinds.map(pluralOf), 'requests', 'events']
const statement = `
  with mine as (select merchant_id as id from account where email = $1)
  select case kind when 'delivery' then 'deliveries' else kind || 's' end as noun, min(entity_id) as id
    from journal where merchant_id = (select id from mine) group by kind
  union all select 'requests', min(id) from request_log where merchant_id = (select id from mine)
    and path like '%of-everything%'
  union all select 'events', min(event_id) from merchant_event where merchant_id = (select id from mine)`

/** The address of a screen on a network: of the shop's own thing where it is about one. */
export function addressOf(path: string, { ids }: Everything, network = 'test'): string {
  const id = ids[path.split('/')[1]!] ?? '1CyteJ2RtWVYKbqgxwHDcG'
  return `/dashboard/${network}${path.replace(':id', encodeURIComponent(id))}`
}

/** One screen is enough of those that are drawn by one part. */
const alike = /^\/(?:charges|transactions|destinations|verifications|gasWallets|permits)\/:id$/
export const differentPaths = screenPaths.filter((path) => !alike.test(path))

type Hurry = () => Promise<void>

/** Walks from screen to screen as links do, which is faster than to load the page; `hurry` lets its clock run on. */
export function walker(visited: Visit, hurry?: Hurry) {
  const arrive = arrival(visited, hurry)
  return async (address: string): Promise<void> => {
    await leaveFor(visited.page, address)
    await arrive(address)
  }
}

/** Waits until the screen that was left for stands there with all that it reads. */
export function arrival({ page }: Visit, hurry: Hurry = async () => {}) {
  const underWay = new Set<Request>()
  const isRead = (request: Request) => /\/api\/(?!.*\/live$)/.test(request.url())
  page.on('request', (request) => isRead(request) && underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  /** Whether the new screen stands there, with all that it reads. */
  const isThere = async () =>
    (await page.evaluate<boolean>(arrived)) &&
    underWay.size === 0 &&
    page.evaluate<boolean>(arrived)
  return async (address: string): Promise<void> => {
    const look = async () => {
      await hurry()
      return isThere()
    }
    await expect.poll(look, { interval: 20, message: address }).toBe(true)
  }
}

/** Goes to a screen as a link does, and waits for nothing. */
export const leaveFor = (page: Page, address: string): Promise<void> =>
  page.evaluate(`(${leave})(${JSON.stringify(address)})`)

/** The frame says this of the connection: it stays, whatever the screen. */
const frameNote = '.note[role=status]'
const leave = `((address) => {
  for (const old of document.querySelectorAll('main > :not(${frameNote})')) old.dataset.left = 'yes'
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
})`
/** The new screen stands there, perhaps without what it reads. */
export const isComing = `document.querySelector('main > :not([data-left], ${frameNote})') !== null &&
  document.querySelector('main > [data-left]') === null`
const arrived = `${isComing} && document.querySelector('main .progress') === null`
