/**
 * Reads what should have happened by now and has not: the first page for an operator when something
 * is wrong.
 */
import type { Database } from '../database.ts'
import { listOpenAnomalies, type OpenAnomaly } from '../engine/open-anomalies.ts'
import { attemptsUnsuspicious, isParked } from '../engine/stuck-effects.ts'
import { CreditWait, NodeAnomaly, NodeDifference } from '../tables/nodes.ts'
import { OutboxRow, TimerRow } from '../tables/path.ts'
import { anomalyAdvice, laneAdvice } from './lane-advice.ts'
import { adviceFor } from './node-advice.ts'
import { merchantsMatters } from '../../core/reasons/wait-reasons.ts'
import { listHeldUpLanes, type WatchedGasWallet } from './gas-wallets.ts'

const latenessUnsuspiciousMs = 60_000
const rowsMax = 200
/** A message that merely waits gets this text: workers that refuse one say why. */
const untaken = 'no worker has taken it yet'

const effectFields = [
  'id',
  'channel',
  'name',
  'kind',
  'entityId',
  'merchantId',
  'network',
  'at',
  'availableAt',
  'attempts',
  'lastError',
] as const
const timerFields = ['kind', 'entityId', 'timerId', 'merchantId', 'network', 'dueAt'] as const

const waitFields = ['blockchain', 'reason', 'detail', 'since', 'seenAt'] as const
const differenceFields = ['blockchain', 'what', 'subject', 'detail', 'since', 'seenAt'] as const
const nodeFields = ['blockchain', 'node', 'what', 'detail', 'times', 'firstAt', 'lastAt'] as const

export type Stuck = {
  effects: (Pick<OutboxRow, (typeof effectFields)[number]> & { isParked: boolean })[]
  timers: Pick<TimerRow, (typeof timerFields)[number]>[]
  /** The chains on which nothing is credited, because their nodes do not agree. */
  creditWaits: (Pick<CreditWait, (typeof waitFields)[number]> & { advice: string })[]
  /** Differences between nodes because of which a transaction or the whole chain waits now. */
  nodeDifferences: (Pick<NodeDifference, (typeof differenceFields)[number]> & { advice: string })[]
  /** Answers that nodes should not have given, the newest first. */
  nodeAnomalies: (Pick<NodeAnomaly, (typeof nodeFields)[number]> & { advice: string })[]
  /** Messages that their actors did not expect. */
  anomalies: OpenAnomaly[]
  /** Gas wallets whose transactions do not move on. */
  lanes: (WatchedGasWallet & { advice: string })[]
}

/**
 * Lists effects that were tried more than three times, timers more than a minute late, chains whose
 * nodes are not believed, and lanes that are held up.
 */
export async function listStuck(database: Database, businessNow: Date): Promise<Stuck> {
  const late = new Date(businessNow.getTime() - latenessUnsuspiciousMs)
  const { orm } = database
  const [effects, timers, creditWaits, nodeDifferences, nodeAnomalies, lanes, anomalies] =
    await Promise.all([
      orm.em.fork().find(
        OutboxRow,
        // An endpoint that is down, an empty gas wallet and the like are their merchant's matter, who sees them.
        {
          attempts: { $gt: attemptsUnsuspicious },
          name: { $ne: 'probe' },
          $or: [{ waitsFor: null }, { waitsFor: { $nin: [...merchantsMatters] } }],
        },
        { fields: effectFields, orderBy: { at: 'asc' }, limit: rowsMax },
      ),
      orm.em
        .fork()
        .find(
          TimerRow,
          { dueAt: { $lt: late } },
          { fields: timerFields, orderBy: { dueAt: 'asc' }, limit: rowsMax },
        ),
      orm.em
        .fork()
        .find(CreditWait, {}, { fields: waitFields, orderBy: { since: 'asc' }, limit: rowsMax }),
      orm.em
        .fork()
        .find(
          NodeDifference,
          {},
          { fields: differenceFields, orderBy: { since: 'asc' }, limit: rowsMax },
        ),
      orm.em
        .fork()
        .find(NodeAnomaly, {}, { fields: nodeFields, orderBy: { lastAt: 'desc' }, limit: rowsMax }),
      listHeldUpLanes(database, rowsMax),
      listOpenAnomalies(database, rowsMax),
    ])
  return {
    effects: effects.map(toEffect),
    timers,
    anomalies,
    creditWaits: creditWaits.map((one) => ({ ...one, advice: adviceFor(one.reason) })),
    nodeDifferences: nodeDifferences.map((one) => ({ ...one, advice: adviceFor(one.what) })),
    nodeAnomalies: nodeAnomalies.map((one) => ({ ...one, advice: anomalyAdvice(one.what) })),
    lanes: lanes.map((one) => ({ ...one, advice: laneAdvice(one.lane!) })),
  }
}

const toEffect = (
  row: Pick<OutboxRow, (typeof effectFields)[number]>,
): Stuck['effects'][number] => ({
  ...row,
  lastError: row.lastError ?? (row.channel === 'actor' ? untaken : null),
  isParked: isParked(row),
})
