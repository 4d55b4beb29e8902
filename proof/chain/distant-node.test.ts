/** A distant node is asked for many transactions as much at once as may be, and not one after the other. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mineBlock, setAutomine } from '../../test/chain/dev-node.ts'
import { approval, newPayer, sendFrom, subscribe, unit } from '../../test/chain/payers.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { transactionsOf } from '../../test/chain/until.ts'
import {
  createWorld,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'
import { until } from '../support/until.ts'

/** By the gas of a transaction on this chain. */
const activationsOfEach = 3
const tripMs = 50

type Part = { stop(): Promise<void> }

let world: World
let proxy: RpcProxy
let thinking: Part
let relay: Part
/** By method: how often the node was asked, how many questions are under way, and how many there were at most. */
const asked = new Map<string, { times: number; now: number; most: number }>()
/** By method: what the first question waits for. */
const gates = new Map<string, () => Promise<unknown>>()

beforeAll(async () => {
  world = await createWorld({
    gas: { gasPerTransactionMax: 1_000_000 },
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  proxy.behaviour = async ({ method }, pass) => {
    const seen = asked.get(method) ?? { times: 0, now: 0, most: 0 }
    asked.set(method, seen)
    seen.times++
    seen.most = Math.max(seen.most, ++seen.now)
    if (seen.times === 1)
      await gates
        .get(method)?.()
        .catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, tripMs))
    const answer = await pass()
    seen.now--
    return answer
  }
  thinking = startThinking(world)
})
afterAll(async () => {
  await relay?.stop()
  await thinking?.stop()
  await proxy?.stop()
  await world?.close()
})

/** Has as many first charges wait as so many transactions carry. */
async function makeDue(transactions: number): Promise<void> {
  const subscriptions = transactions * activationsOfEach
  const watching = startWatching(world)
  const payer = await newPayer(world, 10_000n * unit)
  for (let i = 0; i < subscriptions; i++) {
    const { contractAddress } = await subscribe(world, payer)
    await sendFrom(world, payer, approval(world, contractAddress, 120n * unit))
  }
  await until('all charges are asked for', async () => {
    const { rows } = await world.database.pool.query(`select from charge where phase = 'Requested'`)
    return rows.length === subscriptions
  })
  await watching.stop()
}

const untilTransactions = (count: number, ...statuses: string[]) =>
  until(`${count} transactions are ${statuses.join(' or ')}`, async () => {
    const found = await transactionsOf(world)
    return found.filter(({ status }) => statuses.includes(status)).length === count
  })

test('the transactions of a lane are signed by one question, sent side by side, and looked for together', async () => {
  const transactions = 6
  const untilAll = (...statuses: string[]) => untilTransactions(transactions, ...statuses)
  await makeDue(transactions)
  await setAutomine(world.direct, false)
  // The calls that come before the others wait until those are there, too.
  gates.set('eth_getTransactionCount', () => untilAll('Queued'))
  gates.set('eth_sendRawTransaction', () => untilAll('Signed', 'Broadcast'))
  asked.clear()
  relay = startRelay(world)
  await untilAll('Broadcast')
  // The first of them asks for what is in the pool as well; all others are signed by one question.
  expect(asked.get('eth_getTransactionCount')!.times).toBeLessThanOrEqual(3)
  expect(asked.get('eth_sendRawTransaction')!.most).toBeGreaterThanOrEqual(transactions / 2)

  await mineBlock(world.direct)
  const watching = startWatching(world)
  await untilAll('Final')
  await watching.stop()
  await relay.stop()
  expect(asked.get('eth_getTransactionReceipt')!.most).toBe(transactions)
})

test('what is mined takes no place in its lane any more, before its receipt is read', async () => {
  gates.clear()
  await setAutomine(world.direct, true)
  const placesByGas = 8
  await makeDue(placesByGas + 2)
  relay = startRelay(world)
  await untilTransactions(placesByGas + 2, 'Broadcast')
})
