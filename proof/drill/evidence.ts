/** Asks and reads what is needed when all is over, so that the promises can be judged. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainTruth } from './chain-truth.ts'
import type { FaultRecord } from './faults/break.ts'
import type { Differing } from './faults/fault.ts'
import type { Ground } from './ground.ts'
import type { Ledger, Work } from './ledger.ts'
import type { Load } from './load.ts'
import type { Market } from './merchants.ts'
import { explainMissing } from './missing.ts'
import type { Receiver } from './receiver.ts'
import type { Acknowledged, Json, Shop } from './shop.ts'
import type { Supervised } from './supervisor.ts'

export type Drilled = {
  ground: Ground
  shop: Shop
  stranger: Shop
  receiver: Receiver
  truth: ChainTruth
  load: Load
  ledger: Ledger
  market: Market
  processes: Supervised[]
  records: FaultRecord[]
  differing: Differing
  /** Lists what went wrong with the drill itself. */
  troubles: string[]
  /** Calls that hung at the other merchant's endpoint. */
  hung: { calls: number }
  /** When the load began and ended. */
  from: number
  to: number
}

export type Evidence = Drilled & {
  payments: Json[]
  subscriptions: Json[]
  charges: Json[]
  events: Json[]
  /** Events that never came, each with what is known of it. */
  missing: string[]
  stuck: Work[]
  repeated: { asked: number; different: string[] }
  strangers: { asked: number; shown: string[] }
  leaks: { lines: number; found: string[] }
}

const settleMs = 150_000
const lookEveryMs = 500
const repeatedMax = 300
const strangersMax = 100

export async function gatherEvidence(
  drilled: Drilled,
  tell: (line: string) => void,
): Promise<Evidence> {
  const { shop, ledger, truth } = drilled
  tell('the load has ended; waiting for what is open')
  await until(settleMs, () => Promise.resolve(ledger.open().length === 0))
  const stuck = ledger.open()
  tell('waiting until confirmed money has moved on')
  const payments = () => shop.list('/integration/payments', 'payments')
  await until(settleMs, async () => (await payments()).every(isAtRest))
  tell('waiting until every event has arrived')
  const events = await untilAllArrived(drilled)
  await truth.stop()
  tell('asking again for what was acknowledged, and as somebody else')
  return {
    ...drilled,
    stuck,
    events,
    missing: await findMissing(drilled, events),
    payments: await payments(),
    subscriptions: await shop.list('/integration/subscriptions', 'subscriptions'),
    charges: await shop.list('/integration/charges', 'charges'),
    repeated: await repeat(shop),
    strangers: await askAsStranger(drilled),
    leaks: findLeaks(drilled),
  }
}

/** Money that was confirmed has moved on. */
const isAtRest = ({ status, settlement }: Json): boolean =>
  status !== 'Succeeded' || settlement === 'Settled'

async function untilAllArrived({ shop, receiver, market }: Drilled): Promise<Json[]> {
  let events: Json[] = []
  await until(settleMs, async () => {
    events = await readEvents(shop, market.eventsBefore)
    return missingOf(receiver, events).length === 0
  })
  return events
}

function missingOf({ arrivals }: Receiver, events: Json[]): Json[] {
  const arrived = new Set(arrivals.map(({ eventId }) => eventId))
  return events.filter(({ eventId }) => !arrived.has(String(eventId)))
}

const findMissing = ({ receiver, ground }: Drilled, events: Json[]): Promise<string[]> =>
  explainMissing(
    ground.postgres,
    missingOf(receiver, events).map(({ eventId, logNumber }) => ({
      eventId: String(eventId),
      logNumber: String(logNumber),
    })),
  )

async function readEvents(shop: Shop, from: number): Promise<Json[]> {
  const events: Json[] = []
  for (let after: number | null = from; after !== null;) {
    const { json } = await shop.read(`/integration/events?limit=1000&after=${after}`)
    const page = json['events'] as Json[]
    events.push(...page)
    after = page.length < 1_000 ? null : Number(page.at(-1)!['logNumber'])
  }
  return events
}

async function until(limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await isSo()) && performance.now() < deadline) await sleep(lookEveryMs)
}

/** Returns the id of what an answer is about. */
export function idOf(answer: Json): string {
  const { id, contractAddress } = (answer['payment'] ?? answer) as Json
  return String(id ?? contractAddress)
}

/** Sends commands that were acknowledged once more, under their keys: each has to name what it named then. */
async function repeat(shop: Shop): Promise<Evidence['repeated']> {
  const asked = spread(
    shop.acknowledged.filter((one) => !one.path.startsWith('/testing') && hadEffect(one)),
    repeatedMax,
  )
  const different: string[] = []
  for (const { key, path, body, answer } of asked) {
    const again = await shop.command(path, body, key)
    if (!again || idOf(again) !== idOf(answer))
      different.push(`${key} named ${idOf(answer)}, and then ${again ? idOf(again) : 'nothing'}`)
  }
  return { asked: asked.length, different }
}

/** An activation that left a Draft found no funds: nothing was done, and its key is judged anew, as the API says. */
const hadEffect = ({ path, answer }: Acknowledged): boolean =>
  !(path.endsWith('/activate') && answer['status'] === 'Draft')

async function askAsStranger({ shop, stranger }: Drilled): Promise<Evidence['strangers']> {
  const paths = spread(shop.acknowledged, strangersMax).flatMap(pathsOf)
  const shown: string[] = []
  for (const path of paths)
    if ((await stranger.read(path)).status !== 404) shown.push(`${path} is shown to a stranger`)
  return { asked: paths.length, shown }
}

function pathsOf({ path, answer }: Acknowledged): string[] {
  if (path === '/integration/payments') return [`${path}/${idOf(answer)}`]
  return path === '/integration/subscriptions' ? [`${path}/${idOf(answer)}`] : []
}

function findLeaks({ processes, market }: Drilled): Evidence['leaks'] {
  let lines = 0
  const found: string[] = []
  for (const { logFile } of processes)
    for (const line of readFileSync(logFile, 'utf8').split('\n')) {
      lines++
      if (market.secrets.some((secret) => line.includes(secret)))
        found.push(`${logFile}, line ${lines}`)
    }
  return { lines, found }
}

/** Takes so many of them at equal distances. */
function spread<One>(all: One[], most: number): One[] {
  const step = Math.max(1, Math.ceil(all.length / most))
  return all.filter((_, index) => index % step === 0)
}
