/**
 * A release whose machine of charges is another is rolled through running workers, process by process: nobody gets stuck,
 * and what the older release cannot read it leaves to the newer one, also where an older process starts again meanwhile.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import type { MessageEvent, Reply } from '../../src/shared/message.ts'
import { saveTestOffset } from '../../src/store/clock-follower.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { findBreaches } from '../../test/support/laws.ts'
import { newRelease } from '../../test/turns/charge-version-2.ts'
import { aHash, anAddress, anId, createCharge, told } from '../../test/turns/messages.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import { createWorld, type World } from '../../test/turns/world.ts'

const testTimeoutMs = 60_000
const stepTimeoutMs = 20_000
const contract = anAddress()
const failed = { type: 'charge.attemptFailed', reason: 'InsufficientBalance' }
const fundsArrived = { type: 'charge.fundsArrived' }
const confirm = {
  type: 'charge.confirm',
  transactionHash: aHash(),
  chargedAt: new Date().toISOString(),
}
/** Between two attempts, in either version. */
const resting = ['Waiting', 'Resting']
const requested = ['Requested']

let world: World
let older: WorkerProcess[]
let newer: WorkerProcess[]
const charges: string[] = []

beforeAll(async () => {
  world = await createWorld()
  older = await Promise.all([start('this'), start('this')])
})
afterAll(() => world.close())

const start = async (release: 'this' | 'newer') =>
  world.until(await startWorkerProcess(world.addresses, release))
const stopAll = (workers: WorkerProcess[]) => Promise.all(workers.map((worker) => worker.stop()))

async function send(messages: ReturnType<typeof told>[]): Promise<void> {
  await enqueueMessages(world.parts.database.pool, messages)
  await world.parts.bus.publish(messages)
}

/** Tells all of these charges, as other actors do. */
const tell = (ids: string[], event: MessageEvent) =>
  send(ids.map((id) => told('charge', id, event)))

/** Tells them, and waits for the outcomes. */
async function ask(ids: string[], event: MessageEvent): Promise<Reply['outcome'][]> {
  const messages = ids.map((id) => told('charge', id, event))
  await enqueueMessages(world.parts.database.pool, messages, stepTimeoutMs)
  const replies = await Promise.all(
    messages.map((message) => world.parts.bus.requestEvent(message, stepTimeoutMs)),
  )
  return replies.map(({ outcome }) => outcome)
}

async function create(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, anId)
  // The first period is collected at once or never.
  const period = charges.length + 2
  await send(
    ids.map((id, index) => ({ ...createCharge(id, contract, period + index), id: `outbox/${id}` })),
  )
  charges.push(...ids)
  return ids
}

/** The charges in other states than these, and those with messages that nobody has taken, which are told apart. */
async function readOthers(states: string[]): Promise<{ id: string; isTold: boolean }[]> {
  const { rows } = await world.parts.database.pool.query<{ id: string; isTold: boolean }>(
    `with told as (select distinct entity_id as id from outbox where kind = 'charge' and channel = 'actor')
     select id, id in (select id from told) as "isTold" from charge
       where coalesce(nullif(phase, ''), status) <> all($1)
     union select id, true from told`,
    [states],
  )
  return rows
}

async function untilAllAre(states: string[]): Promise<void> {
  const others = () => readOthers(states)
  await expect.poll(others, { timeout: stepTimeoutMs, interval: 20 }).toEqual([])
}

/** Fails attempts until all rest: a worker that has not heard yet that time was moved arms timers that are due at once. */
async function restAll(): Promise<void> {
  const failOthers = async () => {
    const others = await readOthers(resting)
    // On a busy machine a charge may not have taken the last message yet: a second one would come to it while it rests.
    await tell(
      others.filter(({ isTold }) => !isTold).map(({ id }) => id),
      failed,
    )
    return others
  }
  await expect.poll(failOthers, { timeout: stepTimeoutMs, interval: 500 }).toEqual([])
}

async function versions(): Promise<number[]> {
  const { rows } = await world.parts.database.pool.query<{ version: number }>(
    'select distinct machine_version as version from charge order by 1',
  )
  return rows.map(({ version }) => version)
}

/** Moves time so far that the timers of all that rest are due. */
let days = 0
const moveOn = () => saveTestOffset(world.parts.database, (days += 3) * dayMs)

test(
  'version 2 of a machine is rolled through running workers: nobody is stuck, and nothing is parked (P20)',
  { timeout: testTimeoutMs },
  async () => {
    await create(30)
    await restAll()
    expect(await versions()).toEqual([1])

    // Both releases at once, an older process younger than a newer one: each message may come to any of them.
    newer = [await start('newer')]
    await older[0]!.stop()
    older = [older[1]!, await start('this')]
    const [some, others] = [charges.slice(0, 15), charges.slice(15)]
    expect(await ask(some, fundsArrived)).toEqual(some.map(() => 'applied'))
    await tell(others, fundsArrived)
    await create(10)
    await untilAllAre(requested)
    await restAll()

    // Only the newer one: what the older one has stored meanwhile goes on, too, by timers of either name.
    await stopAll(older)
    newer.push(await start('newer'))
    await moveOn()
    await untilAllAre(requested)
    expect(await versions()).toEqual([2])
    await tell(charges, confirm)
    await untilAllAre(['Succeeded'])

    expect(await findLeftovers()).toEqual([])
    const held = { empty: [], definitions: newRelease }
    expect(await findBreaches(world.parts.database, held)).toEqual([])
  },
)

/** Finds what would be stuck: late timers, and messages to charges that were refused or called strange. */
async function findLeftovers(): Promise<unknown[]> {
  const { rows } = await world.parts.database.pool.query(
    `select 'timer' as what, entity_id from timer where kind = 'charge'
     union all select 'refused', entity_id from outbox where kind = 'charge' and refusals > 0
     union all select 'anomaly', entity_id from anomaly where kind = 'charge'`,
  )
  return rows
}
