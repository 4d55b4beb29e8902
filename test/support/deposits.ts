/** Reports about a payment's deposit address, sent by a test in the watcher's place. */
import { randomBytes } from 'node:crypto'
import type { DepositsSeen } from '../../machines/payment/payment.events.ts'
import type { Bus } from '../../src/bus/bus.ts'
import type { Database } from '../../src/store/database.ts'
import { askWorker } from './ask.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import type { Owner } from '../../src/shared/owner.ts'

const timeoutMs = 60_000
let order = 0

/**
 * Base units in time and late, confirmed unless `confirmed` is smaller; each report is the newest.
 */
export type Sums = Partial<Pick<DepositsSeen, 'others' | 'swept' | 'transactionHash'>> & {
  inTime?: number
  late?: number
  isConfirmed?: boolean
}

function depositsSeen({ inTime = 0, late = 0, isConfirmed = true, ...more }: Sums): DepositsSeen {
  const deposited = (sum: number) => ({
    seen: String(sum),
    confirmed: isConfirmed ? String(sum) : '0',
  })
  order += 1
  return {
    type: 'chain.depositsSeen',
    order,
    inTime: deposited(inTime),
    late: deposited(late),
    swept: '0',
    others: [],
    transactionHash: inTime || late ? `0x${randomBytes(32).toString('hex')}` : null,
    ...more,
  }
}

/**
 * Reports the deposits to the payment and returns the payment after that. Throws where the payment
 * refuses the report.
 */
export async function tellDeposits(
  dependencies: { bus: Bus; database: Database },
  owner: Owner,
  id: string,
  sums: Sums,
): Promise<StoredActor> {
  const event = depositsSeen(sums)
  const reply = await askWorker(
    dependencies,
    {
      id: `test/${randomBytes(16).toString('hex')}`,
      kind: 'payment',
      entityId: id,
      ...owner,
      event,
      cause: event.transactionHash
        ? { type: 'transaction', hash: event.transactionHash, blockchain: 'LocalTestNet' }
        : { type: 'chain', detail: 'deposits read on LocalTestNet' },
    },
    timeoutMs,
  )
  if (reply.outcome !== 'applied') throw new Error(`the deposits were ${reply.outcome}`)
  return reply.actor
}
