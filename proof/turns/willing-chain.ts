/**
 * A stand-in for the chain on which everything goes well: the payer has the money, and every charge
 * lands. It takes requests from the outbox and answers through it, as the chain relay does, so it too
 * may be interrupted anywhere.
 */
import { dayMs } from '../../machines/durations.ts'
import type { ChargeContext } from '../../machines/charge/charge.context.ts'
import type { Stop } from '../../src/bus/bus.ts'
import { startPulse } from '../../src/shared/pulse.ts'
import type { Message, MessageEvent } from '../../src/shared/message.ts'
import { claimRows, type ClaimedRow, finishRows } from '../../src/store/engine/outbox.ts'
import { aHash, fundsSeen, told } from '../../test/turns/messages.ts'
import type { Parts } from '../../test/turns/parts.ts'

const limit = 200
const leaseMs = 3_000
const everyMs = 50

/** Answers requests until it is stopped; one that it cannot answer now comes back when its lease ends. */
export function startWillingChain({ database, bus }: Parts): Stop {
  return startPulse(
    async () => {
      const rows = await claimRows(database, 'chain', { limit, leaseMs })
      const charges = await readCharges(rows)
      const answers = rows.map((row) => answerTo(row, charges.get(row.entityId)))
      await finishRows(
        database,
        rows.map(({ id }) => id),
        answers,
      )
      await bus.publish(answers)
      return rows.length === limit
    },
    { what: 'the willing chain', everyMs, onError: () => undefined },
  )

  async function readCharges(rows: ClaimedRow[]): Promise<Map<string, ChargeContext>> {
    const found = await database.pool.query<{ id: string; context: ChargeContext }>(
      `select id, snapshot->'context' as context from charge where id = any($1)`,
      [rows.map(({ entityId }) => entityId)],
    )
    return new Map(found.rows.map(({ id, context }) => [id, context]))
  }
}

function answerTo(row: ClaimedRow, charge: ChargeContext | undefined): Message {
  if (row.name === 'checkFunds') return { ...fundsSeen(row.entityId), id: `${row.id}/done` }
  if (!charge) throw new Error(`nobody answers ${row.name}`)
  const { contractAddress, period, dueAt } = charge
  const charged: MessageEvent = {
    type: 'chain.charged',
    period,
    nextChargeAt: new Date(Date.parse(dueAt) + 30 * dayMs).toISOString(),
    chargedAt: dueAt,
    allowance: '120000000',
    transactionHash: aHash(),
    position: period,
  }
  return told('subscription', contractAddress, charged, `${row.id}/done`)
}
