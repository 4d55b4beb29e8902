/**
 * Leaves deposits at their addresses that are not worth their gas now, and reports why to each payment.
 * A deposit below the minimum is requested again when more has come, or when the merchant orders it; one
 * for which gas is too dear is tried again, because gas becomes cheaper by itself.
 */
import type { SweepRoute } from '../../chain/deposits/sweep-transactions.ts'
import { waitFor } from '../../core/reasons/wait-reasons.ts'
import type { GasBudget } from '../gas-wallets.ts'
import { createHeldBackMessages, rowsOf } from '../hold-back.ts'
import type { SendingDependencies, LaneWork } from '../dependencies.ts'
import { finishRequests, postponeRequests } from '../finish-requests.ts'
import type { SweepRequest } from './sweep-requests.ts'
import { judgeSweep } from './sweep-worth.ts'

/** A deposit that would move, and how many base units lie there. */
export type FullDeposit = { request: SweepRequest; baseUnits: bigint }

const dearGasRetryMs = 30_000

/** Returns the requests that go: those that the merchant ordered, and those worth their gas. */
export async function leaveWorthless(
  dependencies: SendingDependencies,
  work: LaneWork,
  { token }: SweepRoute,
  { maxFeePerGas }: GasBudget,
  deposits: FullDeposit[],
): Promise<SweepRequest[]> {
  const worthOf = ({ request, baseUnits }: FullDeposit) =>
    request.isOrdered ? 'worth' : judgeSweep(work.chain, token, baseUnits, maxFeePerGas)
  const judged = Map.groupBy(deposits, worthOf)
  const requestsOf = (worth: ReturnType<typeof worthOf>) =>
    (judged.get(worth) ?? []).map(({ request }) => request)
  const [little, dear] = [requestsOf('BelowMinimum'), requestsOf('GasTooDear')]
  if (little.length)
    await finishRequests(
      dependencies,
      work,
      rowsOf(little),
      await createHeldBackMessages(dependencies, little, 'BelowMinimum'),
    )
  const messages = await createHeldBackMessages(dependencies, dear, 'GasTooDear')
  await postponeRequests(
    dependencies,
    rowsOf(dear),
    dearGasRetryMs,
    waitFor('GasTooDear'),
    messages,
  )
  return requestsOf('worth')
}
