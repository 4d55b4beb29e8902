/**
 * A chain is not there: charges and sweeps that wait for it show why, and go on by themselves when
 * it is.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectedChain } from '../../src/chain/clients.ts'
import { startChainRelay } from '../../src/sending/chain.relay.ts'
import { type AbsentChain, ChainDirectory } from '../../src/shared/chain-directory.ts'
import { activeSubscription, newPayer, unit } from '../../test/chain/payers.ts'
import {
  pay,
  paymentOf,
  request,
  untilPayment,
  untilPaymentState,
} from '../../test/chain/payments.ts'
import { subscriptionOf, until, untilQuiet, untilState } from '../../test/chain/until.ts'
import {
  blockchain,
  createWorld,
  passDays,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

const silenceMs = 50
const patienceMs = 45_000
let world: World
let parts: { stop(): Promise<void> }[]

beforeEach(async () => {
  world = await createWorld({ sweepAfterSeconds: 0 })
  parts = [startThinking(world), startWatching(world)]
})
afterEach(async () => {
  for (const part of parts) await part.stop()
  await world?.close()
})

/** Starts a relay that does not reach the chain, until it is given it. */
function startWithout(why: AbsentChain['why']) {
  const chains = new Map<string, ConnectedChain>()
  const absent = { settings: world.settings[0]!, why, reason: 'as was said', lastKnown: null }
  const directory = new ChainDirectory([], [absent])
  parts.push(startChainRelay({ ...world, chains, directory }, { silenceMs }))
  return { arrive: () => chains.set(blockchain, world.chain) }
}

test.each([
  ['unreachable', 'RpcUnavailable'],
  ['refused', 'ChainNotServed'],
] as const)(
  'a charge and a sweep whose chain is %s wait with the reason %s',
  async (why, reason) => {
    const relay = startRelay(world)
    const { contractAddress } = await activeSubscription(world)
    await untilQuiet(world)
    await relay.stop()

    const { arrive } = startWithout(why)
    const payment = await request(world)
    await pay(world, await newPayer(world, 100n * unit), payment, 10n * unit)
    await untilPaymentState(world, payment, 'Succeeded.Exact')
    await untilPayment(world, payment, reason, ({ context }) => context.sweepReason === reason)
    await passDays(world, 30)
    const held = await untilState(world, contractAddress, 'Suspended')
    expect(held.context.reason).toBe(reason)

    arrive()
    const isBack = async () => {
      const { status, phase, context } = await subscriptionOf(world, contractAddress)
      const isCharged = context['chargesMade'] === 2 && `${status}.${phase}` === 'Active.Current'
      const { swept } = (await paymentOf(world, payment)).context
      return isCharged && swept === String(10n * unit) && context
    }
    const { reason: reasonAfterwards } = await until('both went on', isBack, patienceMs)
    expect(reasonAfterwards).toBeNull()
    expect((await paymentOf(world, payment)).context.sweepReason).toBeNull()
  },
  3 * patienceMs,
)
