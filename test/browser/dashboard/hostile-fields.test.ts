/** Whatever can be written into any field stays text on every screen, and widens none on a phone. */
import { expect, test } from 'vitest'
import { oneToken, quick } from '../chains.ts'
import { findMisfits, forStaff } from '../layout.ts'
import { newShop } from '../shops.ts'
import { newSubscriber } from '../subscriptions.ts'
import { phone } from '../visit.ts'
import { judgeVisits } from '../world.ts'
import { addressOf, findIds, screenPaths, walker } from './every-screen.ts'
import { openScreen } from './staff.ts'

judgeVisits()

const markup = '<img src=x onerror="document.title=1"><svg onload=document.title=2>'
const hostile = `=1+1${markup}'"\u202eevil\u2066\u200b🧨👨‍👩‍👧${'W'.repeat(1_000)}`
const controls = /[\u202a-\u202e\u2066-\u2069]/
const cut = (length: number) => Array.from(hostile).slice(0, length).join('')

async function newHostileShop() {
  const shop = await newShop(cut(100), cut(100))
  const { subscription, wallet } = await newSubscriber({
    shop,
    customerId: cut(90),
    more: { metadata: JSON.stringify({ [cut(60)]: cut(200) }) },
  })
  const query = encodeURIComponent(cut(200))
  await shop.sendWebhooksTo(`http://127.0.0.1:9/${query}`)
  const { depositAddress } = await shop.createPayment('10', {
    description: cut(200),
    metadata: cut(200),
  })
  await quick.mint(quick.tokens[0], depositAddress, 12n * oneToken)
  await shop.asPerson('POST', '/test/plans', {
    name: cut(100),
    description: cut(500),
    tags: [cut(40)],
    asset: quick.codes[0],
    amount: '10',
    periodDays: 31,
  })
  await shop.asPerson('POST', '/test/api-keys', { label: cut(60) })
  await shop.call('GET', `/integration/payments/of-everything${query}`)
  await shop.asPerson('POST', '/test/torture-runs', {})
  await shop.asPerson('POST', '/test/subscriptions/act-on-many', {
    command: 'cancel',
    filter: 'customerId=nobody',
    expected: 0,
    key: 'hostile',
  })
  await shop.asPerson('POST', '/test/verification', {
    legalName: cut(200),
    registrationNumber: cut(100),
    country: 'PL',
    website: `https://shop.example/${query}`,
    contactEmail: 'owner@shop.example',
  })
  const customers = subscription.customerId
  const ids = { ...(await findIds(shop)), customers, payers: wallet.account.address }
  return { shop, ids }
}

test('no field of a merchant, a customer or a stranger harms any screen', async () => {
  const known = await newHostileShop()
  const visited = await openScreen(known.shop, '/account', {
    viewport: phone,
    userAgent: cut(150).replaceAll(/[^\x20-\x7e]/g, ''),
  })
  visited.allow(/404/)
  const walkTo = walker(visited)
  const { page } = visited
  const faults: string[] = []
  const strange = `/customers/${encodeURIComponent(cut(90))}`
  for (const path of [...screenPaths, strange]) {
    await walkTo(addressOf(path, known))
    if (/^\d$/.test(await page.title())) faults.push(`${path} ran a script`)
    if ((await page.locator('img[src="x"], main svg[onload]').count()) > 0)
      faults.push(`${path} has markup`)
    if (controls.test(await page.locator('body').innerText()))
      faults.push(`${path} turns text around`)
    faults.push(...(await findMisfits(page, forStaff)).map((misfit) => `${path}: ${misfit}`))
  }
  expect(faults).toEqual([])
}, 120_000)
