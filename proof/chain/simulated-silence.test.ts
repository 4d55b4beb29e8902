/** The simulator's word on nodes that do not answer is what happens: the same turns, at the same moments. */
import { afterEach, expect, test } from 'vitest'
import { momentOf } from '../../src/core/simulating/acts.ts'
import { Scenario } from '../../src/core/simulating/scenario.ts'
import { simulateTerms } from '../../src/core/simulating/simulate.ts'
import { startChainRelay } from '../../src/sending/chain.relay.ts'
import { advanceChainTime } from '../../src/chain/embedded-time.ts'
import { groupsOf, type LivedTurn, readLivedTurns } from '../../test/support/lived-turns.ts'
import { FieldComparison } from '../../test/support/same-fields.ts'
import { approve, newPayer, subscribe, unit } from '../../test/chain/payers.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import { until } from '../../test/chain/until.ts'
import { startThinking, startWatching, type World } from '../../test/chain/world.ts'

/** Business time goes on while the service works, and the relay's minute of silence is shorter here. */
const toleranceMs = 120_000
const silenceMs = 500

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
afterEach(() => nodes?.stop())

function startWithShortSilence(world: World) {
  const parts = [startThinking(world), startChainRelay(world, { silenceMs }), startWatching(world)]
  return {
    async stop() {
      for (const part of parts.toReversed()) await part.stop()
    },
  }
}

const dayOfHours = (days: number, hours: number) => days + hours / 24

const twoHours = 2

test.each([
  ['a charge waits for the nodes, and is made when they answer again', dayOfHours(29, 23)],
  ['funds that cannot be asked for are asked for again', dayOfHours(22, 23)],
])('%s', async (_, fromDay) => {
  nodes = await createNodesWorld(1, {}, startWithShortSilence)
  const { world, proxies } = nodes
  const payer = await newPayer(world, 100n * unit)
  const terms = await subscribe(world, payer)
  await approve(world, payer, terms.contractAddress, 50n * unit)
  const toDay = dayOfHours(fromDay, twoHours)
  const scenario = Scenario.parse({
    days: toDay + 1,
    payer: { balance: '100', allowance: '50' },
    happenings: [{ what: 'rpcAway', fromDay, toDay }],
  })
  const simulated = simulateTerms(terms, scenario).turns
  const turnsOf = () => readLivedTurns(world.database.pool, terms)
  const passTo = async (day: number) => {
    const moment = momentOf(Date.parse(terms.createdAt), day)
    for (const { at } of [...simulated, { at: new Date(moment).toISOString() }]) {
      const atMs = Date.parse(at)
      if (atMs <= world.clock.now().getTime() || atMs > moment) continue
      world.clock.setTestOffset(atMs - world.clock.realNow().getTime())
      await advanceChainTime(world.direct, new Date(Math.ceil(atMs / 1000) * 1000))
      world.bus.wake('timer')
      // A turn at the moment itself happens after it.
      const before = (turn: { at: string }) => Date.parse(turn.at) <= Math.min(atMs, moment - 1)
      const expected = simulated.filter(before).length
      await until(`${expected} turns`, async () => (await turnsOf()).length >= expected)
    }
  }
  const atFirst = simulated.filter(({ at }) => at === terms.createdAt).length
  await until('the first charge is made', async () => (await turnsOf()).length >= atFirst)
  await passTo(fromDay)
  proxies[0]!.isDown = true
  await passTo(toDay)
  proxies[0]!.isDown = false
  const afterwards = simulated.filter(
    ({ at }) => Date.parse(at) <= momentOf(Date.parse(terms.createdAt), toDay),
  )
  await until(
    'the nodes are heard again',
    async () => (await turnsOf()).length >= afterwards.length,
  )
  await passTo(toDay + 1)

  const comparison = new FieldComparison({ toleranceMs, leftOut: ['position'] })
  comparison.compare(byActor(await turnsOf()), byActor(simulated))
  expect(comparison.differences).toEqual([])
})

const byActor = (turns: readonly LivedTurn[]) =>
  groupsOf(turns, ({ kind, id }) => `${kind}/${id}`).map((some) =>
    some.map(({ at, event, from, to }) => ({ at, event, from, to })),
  )
