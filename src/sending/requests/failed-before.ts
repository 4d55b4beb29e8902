/**
 * Postpones charges that failed on chain a short time ago, or that a second transaction did not get
 * to. The pre-check had let them through, so the payer took funds or allowance away after it, or a node
 * lied; a payer who does that on purpose could make the merchant pay for one transaction after another.
 */
import type { Pool } from 'pg'
import { hourMs, minuteMs } from '../../../machines/durations.ts'
import type { ChargeRequest } from './charge-requests.ts'
import { createHeldBackMessages, rowsOf } from '../hold-back.ts'
import type { SendingDependencies } from '../dependencies.ts'
import { postponeRequests } from '../finish-requests.ts'
import { waitFor } from '../../core/reasons/wait-reasons.ts'

/**
 * After the first, the second and every later failure of a period. The first is mostly honest: a payer who raises an
 * allowance the way USDT wants it, over nothing, meets it.
 */
const waitsMs = [minuteMs, hourMs, 6 * hourMs, 24 * hourMs]
/** The clock may be a test clock, which moves while a row waits. */
const retryMsMax = 60_000

/** A charge that has only been made cannot have failed, so its journal is not looked at. */
const madeAtRevision = 1

type Failures = { count: number; lastAt: Date }

const reason = 'FailedOnChain'

/** Postpones charges that failed on chain too short a time ago, and reports why; returns the other requests. */
export async function postponeFailedBefore(
  dependencies: SendingDependencies,
  requests: ChargeRequest[],
): Promise<ChargeRequest[]> {
  const failures = await findFailures(dependencies.database.pool, requests)
  const now = dependencies.clock.now().getTime()
  const leftMs = (request: ChargeRequest): number => {
    const known = failures.get(keyOf(request))
    return known ? known.lastAt.getTime() + waitAfter(known.count) - now : 0
  }
  const waiting = requests.filter((request) => leftMs(request) > 0)
  const delayMs = Math.min(retryMsMax, ...waiting.map(leftMs))
  const messages = await createHeldBackMessages(dependencies, waiting, reason)
  await postponeRequests(dependencies, rowsOf(waiting), delayMs, waitFor('FailedCharge'), messages)
  return requests.filter((request) => !waiting.includes(request))
}

const waitAfter = (failures: number): number => waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0

const keyOf = ({ contractAddress, period }: Pick<ChargeRequest, 'contractAddress' | 'period'>) =>
  `${contractAddress}/${period}`

/**
 * Counts how often transactions carried a charge of these periods in vain, as the transactions reported,
 * and not the pre-check. The first one that did not get to it is not counted: its gas may have run out
 * before; more often, something is wrong.
 */
async function findFailures(pool: Pool, requests: ChargeRequest[]): Promise<Map<string, Failures>> {
  const { rows } = await pool.query<Failures & { name: string }>({
    name: 'charges-failed-on-chain',
    text: `select asked.contract || '/' || asked.period as name, max(j.at) as "lastAt",
        (count(*) - least(1, count(t.id)))::int as count
      from unnest($1::text[], $2::int[]) as asked(contract, period)
      join charge c on c.contract_address = asked.contract and c.period = asked.period
        and c.revision > ${madeAtRevision}
      join journal j on j.kind = 'charge' and j.entity_id = c.id
      left join transaction t on j.event->>'type' = 'charge.notProcessed'
        and t.id = j.event->>'transactionId' and t.status = 'Final'
      where j.message_id like 'transaction/%'
        and (j.event->>'type' = 'charge.attemptFailed' or t.id is not null)
      group by 1`,
    values: [
      requests.map(({ contractAddress }) => contractAddress),
      requests.map(({ period }) => period),
    ],
  })
  return new Map(rows.map(({ name, count, lastAt }) => [name, { count, lastAt: new Date(lastAt) }]))
}
