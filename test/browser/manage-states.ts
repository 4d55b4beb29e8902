/** Every state in which a customer may find the manage page, and the steps that lead to it. */
import type { Address } from 'viem'
import type { Json } from '../../examples/client/merchant.ts'
import { quick } from './chains.ts'
import { manageEndings } from './manage-endings.ts'
import { latecomers, pauser, runner, weekDays } from './shared-subscribers.ts'
import { newShop } from './shops.ts'
import { newSubscriber, type Subscriber, untilStatus } from './subscriptions.ts'
import { along, asOpened, type Reach } from './paths.ts'
import type { Visit } from './visit.ts'
import { merchant } from './world.ts'

/** Opens the page and waits for what its state is known by. */
async function shown(
  subscriber: Subscriber,
  words: string | RegExp,
  ...opening: Parameters<Subscriber['open']>
): Promise<Visit> {
  const visited = await subscriber.open(...opening)
  await visited.text(words).first().waitFor()
  return visited
}

const ready = 'Your wallet is ready.'

const running: Record<string, Reach> = {
  'manage-draft': async () => shown(await newSubscriber({ allowed: 0 }), 'nothing'),
  'manage-starting': async () => {
    const { now } = await merchant.mandate.testClock.read()
    const startFrom = new Date(Date.parse(now) + 3 * 86_400_000)
    const later = await newSubscriber({ allowed: 0, more: { startFrom } })
    await later.approve(240)
    await untilStatus(later.read, 'Pending')
    return shown(later, ready)
  },
  'manage-with-too-little': async () =>
    shown(await newSubscriber({ tokens: 13.2 }), /3\.20\sUSDC, and 10\.00/),
  'manage-limit-used-up': async () =>
    shown(await newSubscriber({ allowed: 10 }), /your limit covers no more/),
  'manage-late': async () => shown((await latecomers()).poor, /We try again/),
  'manage-late-by-limit': async () => shown((await latecomers()).short, /We try again/),
}

const stopped: Record<string, Reach> = {
  'manage-paused': async () => shown(await pauser(), 'nothing'),
  'manage-paused-until': async () => {
    const pausing = await newSubscriber()
    const { now } = await merchant.mandate.testClock.read()
    const until = new Date(Date.parse(now) + 9 * 86_400_000)
    await merchant.mandate.subscriptions.pause(pausing.subscription.contractAddress, { until })
    await untilStatus(pausing.read, 'Paused')
    return shown(pausing, 'nothing')
  },
  'manage-frozen-by-payer': async () => {
    const freezing = await newSubscriber()
    await freezing.wallet.account.send(quick, {
      to: freezing.subscription.contractAddress as `0x${string}`,
      data: '0x62a5af3b',
    })
    await untilStatus(freezing.read, 'Paused')
    return shown(freezing, /Nobody but your wallet/)
  },
}

/** One that runs, and everything that its payer may look at without changing anything. */
const looking = along(async () => ({ visited: await shown(await runner(), ready) }), {
  'manage-active': asOpened,
  'manage-cancel-asks': ({ visited }) => visited.button('Cancel the subscription…').click(),
  'manage-receipt': async ({ visited }) => {
    await visited.button('Keep it').click()
    await visited.button(/^Receipt/).click()
    await visited.heading(/^Receipt/).waitFor()
  },
  ...Object.fromEntries(
    (['cancel', 'pause', 'limit', 'switch', 'receipt'] as const).map((flow) => [
      `manage-flow-${flow}`,
      ({ visited }: { visited: Visit }) => goOn(visited, { flow }, ready),
    ]),
  ),
  'manage-in-russian': ({ visited }) => goOn(visited, { lang: 'ru' }, 'Ваш кошелёк готов.'),
  'manage-in-spanish': ({ visited }) => goOn(visited, { lang: 'es' }, /monedero|cartera/),
  'manage-not-here': ({ visited }) =>
    goOn(visited, { subscription: `0x${'12'.repeat(20)}` }, /^This subscription is not among/),
  'manage-service-away': async ({ visited }) => {
    await goOn(visited, {}, ready)
    visited.allow(/ERR_|Failed to load/)
    await visited.page.route('**/session/**', (route) => route.abort())
    await visited.button('Cancel the subscription…').click()
    await visited.button('Yes, cancel').click()
    await visited.hurryTo(visited.text(/^The service did not answer/))
  },
})

/** Opens another link of the same customer in the same page. */
async function goOn({ page, text }: Visit, search: Json, words: string | RegExp): Promise<void> {
  await page.goto(await (await runner()).address(search))
  await text(words).first().waitFor()
}

const pages: Record<string, Reach> = {
  'manage-link-for-leaving': async () =>
    shown(await newSubscriber({ allowed: 10 }), /It will not work/, {}, { may: 'leave' }),
  'manage-list': async () => {
    const { customerId, open, wallet } = await newSubscriber()
    await merchant.subscribe(wallet.account.address, { customerId })
    const visited = await open()
    await visited.page
      .getByRole('link', { name: /^Manage/ })
      .first()
      .waitFor()
    return visited
  },
}

/** Comes last, because it moves the clock by a week. In a shop of its own: without gas no other of it could begin. */
const held: Record<string, Reach> = {
  'manage-waiting': async () => {
    const shop = await newShop('Shop without gas', 'Maps, every week', weekDays)
    const subscriber = await newSubscriber({ shop })
    await quick.setGas(shop.dev.merchant.gasWallet as Address, 0n)
    await merchant.pass(weekDays)
    await untilStatus(subscriber.read, 'Suspended')
    return shown(subscriber, 'Your wallet is ready.')
  },
}

export const manageStates: [name: string, reach: Reach][] = Object.entries({
  ...looking,
  ...running,
  ...stopped,
  ...manageEndings,
  ...pages,
  ...held,
})
