/**
 * Handles transactions that no node takes. Such a transaction keeps its nonce and is sent again, after
 * longer and longer; its passengers soon get the reason why they wait. Only a transaction that no node
 * can ever take is given up, and then the wallet's lane rests before it begins another one: no answer
 * of a node uses up nonces in a loop.
 */
import { addNamed, feeLimitsOf, isAboveLimit } from '../chain/gas/fees.ts'
import { readGasMarket } from '../chain/gas/gas-market.ts'
import { recordRefusal } from '../chain/lanes/lane-rest.ts'
import { fillNonce } from './signer.ts'
import type { SendAnswer } from './sender.ts'
import type { KnownTransaction } from '../chain/rows/transactions.ts'
import { type ClaimedRow, timesSeen } from '../store/engine/outbox.ts'
import { type Sighting, waitFor } from '../core/reasons/wait-reasons.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from './dependencies.ts'
import { finishRequests, postponeRequests } from './finish-requests.ts'
import type { ReasonName } from '../../machines/reasons.ts'
import { backoffMs } from '../shared/time.ts'

/** Times that nodes must find the nonce used by something else before that is believed. */
const lostTimesMin = 3
/** Times that nodes must call the transaction impossible before that is believed. */
const invalidTimesMin = 5
/** Refusals before the passengers get the reason why they wait. */
const quietTimes = 3
const retryMs = 1_000
const retryMsMax = 5 * 60_000

/** Pairs what the nodes say with the reason that passengers are given for it. */
type RefusedSend = { sighting: Sighting; reason: ReasonName; why: string }
/** `heldBackBy`: what keeps the offer from rising where the chain's limits would let it. `isAtLimit`: they do not. */
type Refused = Omit<SendAnswer, 'result'> & {
  result: Exclude<SendAnswer['result'], 'sent'>
  heldBackBy: ReasonName | null
  isAtLimit: boolean
}

/** Handles the refusal of a transaction that no node took. */
export async function handleRefusal(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
  refused: Refused,
): Promise<void> {
  const { result, errorText } = refused
  const said = describeErrors(errorText)
  switch (result) {
    case 'unfunded': {
      const unfunded = createAnswer(row, 'unfunded', { type: 'transaction.unfunded' })
      return finishRequests(dependencies, work, [row], [unfunded])
    }
    case 'lost':
      if (timesSeen(row, 'NonceUsed') < lostTimesMin)
        return postponeRequests(dependencies, [row], retryMs, waitForNodes('NonceUsed', said))
      return refuse(dependencies, work, row, 'NonceUsed')
    case 'invalid':
      if (timesSeen(row, 'Impossible') >= invalidTimesMin)
        return giveUp(dependencies, work, row, transaction, errorText)
      return waitLonger(dependencies, work, row, transaction, {
        sighting: 'Impossible',
        reason: 'ChainRefuses',
        why: said,
      })
    case 'underpriced':
    case 'outbid': {
      const { reason, why } = await whyUnderpriced(work, refused)
      return waitLonger(dependencies, work, row, transaction, {
        sighting: 'NotTaken',
        reason,
        why,
      })
    }
    case 'gasTooLow':
    case 'tooDear':
    case 'notNow':
    case 'limited':
    case 'unclear':
      return waitLonger(dependencies, work, row, transaction, {
        sighting: result === 'limited' ? 'AskedTooOften' : 'NotTaken',
        reason: 'ChainRefuses',
        why: said + describeEnd(work, refused),
      })
  }
}

/** Postpones the request. A transaction that is sent for the first time reports the reason to its passengers, once. */
async function waitLonger(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  { phase }: KnownTransaction,
  { sighting, reason, why }: RefusedSend,
): Promise<void> {
  const times = timesSeen(row, sighting)
  if (phase === 'Sending' && times >= quietTimes) {
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
    backoffMs(times, retryMs, retryMsMax),
    waitForNodes(sighting, why),
  )
}

const waitForNodes = (sighting: Sighting, why: string) => ({
  ...waitFor('NodesRefuse', why),
  sighting,
})

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

/** Finds out whether a limit of ours is the reason: after a refusal the dearest price that nodes give is believed. */
async function whyUnderpriced(
  { chain }: LaneWork,
  { errorText, least, heldBackBy }: Refused,
): Promise<{ reason: ReasonName; why: string }> {
  const said = describeErrors(errorText)
  if (heldBackBy) return { reason: heldBackBy, why: said }
  const { isLegacy, dearest } = await readGasMarket(chain, { withAdvice: true })
  const limits = feeLimitsOf(chain.gas)
  const asked = addNamed(dearest, isLegacy, least)
  const [setting, allowed, price] = isAboveLimit({ ...asked, isLegacy }, limits)
    ? ['maxFeePerGasGwei', chain.gas.maxFeePerGasGwei, isLegacy ? asked.tip : asked.baseFee]
    : ['maxTipGwei', chain.gas.maxTipGwei, asked.tip]
  if (setting === 'maxTipGwei' && (isLegacy || asked.tip <= limits.maxTip))
    return { reason: 'ChainRefuses', why: said }
  const what = setting === 'maxTipGwei' ? 'a tip' : 'gas'
  return {
    reason: 'GasPriceTooHigh',
    why: `the chain asks ${price} wei for ${what}; gas.${setting} of ${chain.name} allows ${allowed} gwei; ${said}`,
  }
}

/** Says what ends the rise of an offer that nobody calls too low. */
function describeEnd({ chain }: LaneWork, { isAtLimit, heldBackBy }: Refused): string {
  if (isAtLimit)
    return `; it offers as much as gas.maxTipGwei and gas.maxFeePerGasGwei of ${chain.name} allow`
  return heldBackBy ? `; it may not offer more: ${heldBackBy}` : ''
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
