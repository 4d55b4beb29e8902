/** A season of the shop, which leaves a world worth looking at in the dashboard. */
import { dayMs } from '../../../machines/durations.ts'
import { eventually } from '../../../examples/client/eventually.ts'
import { expectThat, heading, says } from '../narrator.ts'
import type { Story } from '../story.ts'
import { type Fate, lateComers, type Season, stepDays } from './customers.ts'
import { happen, recover } from './subscription-changes.ts'
import { leavePayments, payOrder } from './payments.ts'
import { type ShakyEndpoint, startShakyEndpoint } from './shaky-endpoint.ts'
import { type Customer, Shop } from './shop.ts'

const boxDays = 7
/** For one vegetable box, and not for a second one. */
const tokensForOneBox = 20

export async function living(story: Story, season: Season): Promise<void> {
  heading(season.title)
  const endpoint = await startShakyEndpoint()
  try {
    await story.merchant.sendWebhooksTo(endpoint.url)
    const shop = await Shop.open(story)
    const begin = await readClock(story)
    for (let step = 0; step < season.steps; step++)
      await live(shop, { season, step, begin }, endpoint)
    await comeToAnEnd(shop, season)
    await lookAround(shop)
    await eventually('the last webhooks', async () => {
      const { waiting } = await story.merchant.mandate.webhookEndpoints.get()
      return waiting === 0
    })
  } finally {
    endpoint.stop()
  }
}

type Moment = { season: Season; step: number; begin: Date }

/** Customers of one third of a month are charged together, whenever in it they come. */
async function live(shop: Shop, moment: Moment, endpoint: ShakyEndpoint): Promise<void> {
  const { season, step, begin } = moment
  const { merchant } = shop.story
  if (step === season.outage.from) await moveShop(shop, endpoint, { isDown: true })
  if (step === season.outage.until) await moveShop(shop, endpoint, { isDown: false })
  if (step === season.summerEnds)
    await merchant.asPerson('POST', `/test/plans/${shop.planIds.summer}/archive`, {})
  const start = daysAfter(begin, step * stepDays + 1)
  const joining = season.members.filter(({ joins }) => joins === step)
  await Promise.all(joining.map((one) => shop.join(one, start)))
  const fates = fatesAt(shop, moment)
  await Promise.all(fates.map(([fate, customer]) => happen(shop, fate, customer)))
  if (step % season.paymentEverySteps === 0) await payOrder(shop, step / season.paymentEverySteps)
  const dry = fates.filter(([fate]) => fate === 'runsDryAndRecovers')
  if (dry.length > 0) await passThroughDrought(shop, dry, moment)
  await passTo(shop.story, daysAfter(begin, (step + 1) * stepDays))
  if (step % 9 === 8) says(`${(step + 1) / 3} months: ${shop.customers.size} have subscribed`)
}

/** Their charge fails on the first day of the step; a day later there is money again, well within the grace. */
async function passThroughDrought(
  shop: Shop,
  dry: [Fate, Customer][],
  { step, begin }: Pick<Moment, 'step' | 'begin'>,
): Promise<void> {
  await passTo(shop.story, daysAfter(begin, step * stepDays + 2))
  await Promise.all(dry.map(([, customer]) => recover(customer)))
}

const passTo = ({ merchant }: Story, until: Date) => merchant.mandate.testClock.advance({ until })

const fatesAt = (
  shop: Shop,
  { season, step }: Pick<Moment, 'season' | 'step'>,
): [Fate, Customer][] =>
  season.members.flatMap(({ customer, plan, fates }) => {
    const fate = fates?.[step]
    return fate ? [[fate, shop.customers.get(`${customer}/${plan}`)!] as [Fate, Customer]] : []
  })

/** The endpoint stops answering, or answers again; then what has waited goes out at once. */
async function moveShop(
  shop: Shop,
  endpoint: ShakyEndpoint,
  { isDown }: { isDown: boolean },
): Promise<void> {
  endpoint.isDown = isDown
  says(isDown ? 'the endpoint stops answering' : 'the endpoint answers again')
  if (!isDown) await shop.story.merchant.asPerson('POST', '/test/webhook-endpoint/test', {})
}

/** The last days, in which some customers come to a state that does not last. */
async function comeToAnEnd(shop: Shop, season: Season): Promise<void> {
  const { merchant } = shop.story
  await Promise.all(
    lateComers.overdue.map((customer) =>
      shop.join({ customer, plan: 'weekly' }, new Date(0), tokensForOneBox),
    ),
  )
  const tether = lateComers.suspended.map((customer) =>
    shop.join({ customer, plan: 'tether' }, new Date(0)),
  )
  for (const { contract } of await Promise.all(tether))
    await shop.until(contract, ({ status }) => status === 'Active')
  await merchant.asPerson('PUT', '/test/assets/ltUSDT', {
    active: false,
    confirm: true,
  })
  await merchant.pass(boxDays - 2)
  await Promise.all(
    lateComers.atRisk.map((customer) =>
      shop.join({ customer, plan: 'weekly', allows: 1 }, new Date(0)),
    ),
  )
  await merchant.pass(3)
  await leavePayments(shop)
  const start = daysAfter(await readClock(shop.story), 21)
  for (const customer of lateComers.pending) {
    const wallet = await shop.newWallet('monthly')
    const { contractAddress } = await shop.draft({ customer, plan: 'monthly' }, wallet, start)
    await wallet.approve(contractAddress, 720)
    await merchant.command(contractAddress, 'activate')
  }
  for (const customer of lateComers.drafts)
    await shop.draft({ customer, plan: 'monthly' }, await shop.newWallet('monthly'), new Date(0))
  const fates = fatesAt(shop, { season, step: season.steps })
  await Promise.all(fates.map(([fate, customer]) => happen(shop, fate, customer)))
}

const readClock = async ({ merchant }: Story): Promise<Date> =>
  new Date((await merchant.mandate.testClock.read()).now)

const daysAfter = (moment: Date, days: number): Date =>
  new Date(moment.getTime() + Math.round(days * dayMs))

type Totals = { count: number; amounts: string[] }

/** Says what there is, and fails where a state that should be there is not. */
async function lookAround({ story: { merchant } }: Shop): Promise<void> {
  const subscriptions = await merchant.mandate.subscriptions.list({}).toArray()
  const counts = Object.entries(Object.groupBy(subscriptions, ({ status }) => status))
  says(counts.map(([status, ones]) => `${status} ${ones!.length}`).join(', '))
  const states = new Set(subscriptions.map(({ status }) => status))
  const wanted = [
    'Draft',
    'Pending',
    'Active',
    'Suspended',
    'Paused',
    'Cancelled',
    'Finished',
  ] as const
  expectThat(
    'states',
    wanted.filter((status) => states.has(status)),
    wanted,
  )
  const overdue = subscriptions.filter(({ phase }) => phase === 'Overdue')
  expectThat('in grace', overdue.length >= lateComers.overdue.length, true)
  const charges = await merchant.asPerson<Totals>('GET', '/test/charges/totals?statusIn=Succeeded')
  says(`${charges.count} charges were made, of ${charges.amounts.join(' and ')}`)
}
