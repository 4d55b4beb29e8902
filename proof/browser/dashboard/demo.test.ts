/**
 * A newcomer sees this: `npm start`, its first line followed in a browser, and the world that `npm run demo` leaves.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDevJson } from '../../../examples/client/dev-json.ts'
import { Merchant } from '../../../examples/client/merchant.ts'
import { offerPlans } from '../../../scripts/demo/world/offer-plans.ts'
import { desktop, type Visit } from '../../../test/browser/visit.ts'
import { judgeVisits, visit } from '../../../test/browser/world.ts'
import { faultsOf, followNumbers } from '../../../test/browser/dashboard/followed.ts'
import { isTakingPictures } from '../../../test/browser/screens.ts'
import { takePictures } from '../../../test/browser/dashboard/pictures.ts'
import {
  firstLineOf,
  type StartedService,
  startFromOutside,
} from '../../../test/browser/dashboard/started-service.ts'
import { fillLogin } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

let service: StartedService
let merchant: Merchant
let told: { code: number; said: string }
beforeAll(async () => {
  service = await startFromOutside()
  merchant = new Merchant(readDevJson(service.dataDirectory))
  told = await service.run('scripts/demo.ts', '--short')
}, 240_000)
afterAll(() => service?.stop())

type Rows = { page: { total: number } }
const count = async (list: string) =>
  (await merchant.asPerson<Rows>('GET', `/test/${list}`)).page.total

const opening = /^ *Open (\S+) and log in as (\S+), password (\S+)$/

/** Follows the first line of the console. */
async function openDashboard(): Promise<Visit> {
  const [, address, email, password] = opening.exec(service.firstLine) ?? []
  const visited = await visit(address!, { viewport: desktop })
  await fillLogin(visited, { email: email!, password: password! })
  await visited.page.getByRole('navigation', { name: 'Menu' }).waitFor()
  return visited
}

describe('the demo', () => {
  test('ends well, and says so', () => {
    expect(told).toMatchObject({
      code: 0,
      said: expect.stringContaining('Every check passed.'),
    })
  })

  test('says first of all where to look at it while it runs', () => {
    expect(firstLineOf(told.said)).toBe(service.firstLine)
  })

  test.each([
    ...['Draft', 'Pending', 'Active', 'Suspended', 'Paused', 'Cancelled', 'Finished'].map(
      (status) => `subscriptions?statusIn=${status}`,
    ),
    'subscriptions?atRisk=true',
    'charges?statusIn=Succeeded',
    'charges?statusIn=Retrying',
    'charges?statusIn=Failed',
    'payments?statusIn=Succeeded',
    'exceptions?exceptionIn=Late',
    'exceptions?exceptionIn=Overpaid',
    'exceptions?exceptionIn=WrongToken',
    'exceptions?exceptionIn=Underpaid',
    'customers?statusIn=Cancelled',
    'deliveries?statusIn=Delivered',
    'plans?statusIn=Archived',
    'plans?statusIn=Draft',
  ])('leaves %s', async (list) => {
    expect(await count(list)).toBeGreaterThan(0)
  })

  test('leaves failures with their recoveries, and nothing for an operator', async () => {
    const { assets } = await merchant.asPerson<{
      assets: { recovery: { reason: string; recovered: { count: number } }[] }[]
    }>('GET', '/test/metrics?days=90')
    const recovered = assets.flatMap(({ recovery }) => recovery)
    expect(recovered.some((one) => one.recovered.count > 0)).toBe(true)
    expect(await count('anomalies')).toBe(0)
  })
})

test('a second run takes the plans of the first one, and what was switched off is on again', async () => {
  const plans = await count('plans')
  const { summer, tether } = await offerPlans(merchant)
  expect(await count('plans')).toBe(plans)
  const offered = await Promise.all([summer, tether].map((id) => merchant.mandate.plans.get(id)))
  expect(offered.map(({ status }) => status)).toEqual(['Active', 'Active'])
})

test('the first line on the console opens the dashboard, with what is to be done on Home', async () => {
  const visited = await openDashboard()
  await visited.page.getByText('will fail unless somebody acts').waitFor()
  await visited.page.getByText('payments wait for your decision').waitFor()
  if (isTakingPictures) await takePictures(visited, merchant, merchant.dev.baseUrl)
})

describe.each(['/', '/metrics?days=90', '/forecast', '/reconciliation'])('on %s', (path) => {
  test('every number leads to its rows, which are as many and come to as much', async () => {
    const visited = await openDashboard()
    const { page } = visited
    await page.goto(new URL(`/dashboard/test${path}`, page.url()).href)
    await page.locator('main a[href*="?"]').first().waitFor()
    await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
    // A charge that falls due between a figure and its rows is counted by one of the two: it is looked at once more.
    const follow = async () => {
      const followed = await followNumbers(visited, merchant)
      expect(followed.length).toBeGreaterThan(3)
      return followed.flatMap(faultsOf)
    }
    await expect.poll(follow, { timeout: 60_000 }).toEqual([])
  }, 120_000)
})

const redLists = [
  'charges?statusIn=Failed',
  'subscriptions?atRisk=true',
  'exceptions?exceptionIn=Underpaid',
  'exceptions?exceptionIn=WrongToken',
  'forecast/charges?class=atRisk',
]

test('what is red in a list explains itself one click away', async () => {
  const { page } = await openDashboard()
  for (const list of redLists) {
    await page.goto(new URL(`/dashboard/test/${list}`, page.url()).href)
    const red = page.locator('[data-mood=bad], .danger-link')
    const row = page.getByRole('row').filter({ has: red }).first()
    await row
      .locator('a:is([href*="/charges/"], [href*="/subscriptions/"], [href*="/payments/"])')
      .first()
      .click()
    const why = page.getByRole('region').filter({ hasText: 'What would have to hold' }).first()
    await expect.poll(() => why.textContent(), { message: list }).toContain('Who can change it')
  }
}, 60_000)
