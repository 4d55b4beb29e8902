/**
 * Handles transactions that no node takes. Such a transaction keeps its nonce and is sent again, after
 * longer and longer; its passengers soon get the reason why they wait. Only a transaction that no node
 * can ever take is given up, and then the wallet's lane rests before it begins another one: no answer
 * of a node uses up nonces in a loop.
 */
import { feeLimitsOf, isAboveLimit } from '../chain/gas/fees.ts'
import { readGasMarket } from '../chain/gas/gas-market.ts'
import { recordRefusal } from '../chain/lanes/lane-rest.ts'
import { fillNonce } from './signer.ts'
import type { SendAnswer } from './sender.ts'
import type { KnownTransaction } from '../chain/transactions.ts'
import { backoffMs } from '../shared/retry.ts'
import type { ClaimedRow } from '../store/outbox.ts'
import { waitFor } from '../store/wait-reasons.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from './dependencies.ts'
import { finishRequests, postponeRequests } from './finish-requests.ts'
import type { ReasonName } from '../../machines/reasons.ts'

/** Tries that must find the nonce used by something else before that is believed. */
const lostTriesMin = 3
/** Tries in which nodes must call the transaction impossible before that is believed. */
const invalidTriesMin = 5
/** Tries before the passengers get the reason why they wait. */
const quietTries = 3
const retryMs = 1_000
const retryMsMax = 5 * 60_000

type Refused = { result: Exclude<SendAnswer['result'], 'sent'>; errorText: string }

/** Handles the refusal of a transaction that no node took. */
export async function handleRefusal(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
  { result, errorText }: Refused,
): Promise<void> {
  const said = describeErrors(errorText)
  switch (result) {
    case 'unfunded': {
      const unfunded = createAnswer(row, 'unfunded', { type: 'transaction.unfunded' })
      return finishRequests(dependencies, work, [row], [unfunded])
    }
    case 'lost':
      if (row.attempts < lostTriesMin)
        return postponeRequests(dependencies, [row], retryMs, waitFor('NodesRefuse', said))
      return refuse(dependencies, work, row, 'NonceUsed')
    case 'invalid':
      if (row.attempts >= invalidTriesMin)
        return giveUp(dependencies, work, row, transaction, errorText)
      return waitLonger(dependencies, work, row, transaction, 'ChainRefuses', said)
    case 'underpriced': {
      const { reason, why } = await whyUnderpriced(work, errorText)
      return waitLonger(dependencies, work, row, transaction, reason, why)
    }
    case 'gasTooLow':
    case 'unclear':
      return waitLonger(dependencies, work, row, transaction, 'ChainRefuses', said)
  }
}

/** Postpones the request. A transaction that is sent for the first time reports the reason to its passengers, once. */
async function waitLonger(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  { phase }: KnownTransaction,
  reason: ReasonName,
  why: string,
): Promise<void> {
  if (phase === 'Sending' && row.attempts >= quietTries) {
    dependencies.log.warn(
      { lane: row.lane, transaction: row.entityId, why },
      'no node takes a transaction; its passengers are held back until it is sent again',
    )
    const event = { type: 'transaction.unfunded', reason }
    return finishRequests(dependencies, work, [row], [createAnswer(row, 'unfunded', event)])
  }
  await postponeRequests(
    dependencies,
    [row],
    backoffMs(row.attempts, retryMs, retryMsMax),
    waitFor('NodesRefuse', why),
  )
}

async function giveUp(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
  errorText: string,
): Promise<void> {
  await fillNonce({ ...dependencies, chain: work.chain }, transaction)
  const { refusals, restsMs } = await recordRefusal(dependencies.database.pool, transaction)
  const { id, blockchain, wallet } = transaction
  dependencies.log.warn(
    { id, blockchain, wallet, refusals, restsMs, errorText },
    'nodes refuse a transaction for good; an empty one takes its nonce, and the lane rests',
  )
  return refuse(dependencies, work, row, 'ChainRefuses')
}

/** Finds out whether our own limit is the reason: after a refusal the dearest price that nodes give is believed. */
async function whyUnderpriced(
  { chain }: LaneWork,
  errorText: string,
): Promise<{ reason: ReasonName; why: string }> {
  const { isLegacy, dearest } = await readGasMarket(chain)
  if (!isAboveLimit({ ...dearest, isLegacy }, feeLimitsOf(chain.gas)))
    return { reason: 'ChainRefuses', why: describeErrors(errorText) }
  const asked = isLegacy ? dearest.tip : dearest.baseFee
  const limit = `gas.maxFeePerGasGwei of ${chain.name} allows ${chain.gas.maxFeePerGasGwei} gwei`
  return { reason: 'GasPriceTooHigh', why: `the chain asks ${asked} wei for gas; ${limit}` }
}

const describeErrors = (errorText: string): string =>
  `the nodes say: ${errorText || 'nothing that is clear'}`

const refuse = (
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  reason: ReasonName,
): Promise<void> =>
  finishRequests(
    dependencies,
    work,
    [row],
    [createAnswer(row, 'refused', { type: 'transaction.refused', reason })],
  )
