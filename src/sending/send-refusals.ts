/**
 * What follows when nodes do not take a transaction. It keeps its nonce and is sent again, after
 * longer and longer; its passengers hear soon that they wait, and why. Only what no node can ever
 * take is given up, and then the wallet's lane rests before it begins another one: no answer of a
 * node uses up nonces in a loop.
 */
import { feeLimitsOf, isAboveLimit } from '../chain/gas/fees.ts'
import { readGasMarket } from '../chain/gas/gas-market.ts'
import { recordRefusal } from '../chain/lanes/lane-rest.ts'
import { fillNonce } from './signer.ts'
import type { SendAnswer } from './sender.ts'
import type { KnownTransaction } from '../chain/transactions.ts'
import { backoffMs } from '../shared/retry.ts'
import type { ClaimedRow } from '../store/outbox.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from './dependencies.ts'
import { finishRequests, postponeRequests } from './finish-requests.ts'

/** So often in a row a nonce must be found used by something else before that is believed. */
const lostLooksMin = 3
/** So often nodes must call a transaction impossible before that is believed. */
const invalidLooksMin = 5
/** So often it is tried before its passengers are told that they wait. */
const quietTries = 3
const lookAgainMs = 1_000
const lookAgainMsMax = 5 * 60_000

type Refused = { result: Exclude<SendAnswer['result'], 'sent'>; said: string }

/** Handles what the nodes say to a transaction that they did not take. */
export async function handleRefusal(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
  { result, said }: Refused,
): Promise<void> {
  switch (result) {
    case 'unfunded':
      return finishRequests(
        dependencies,
        work,
        [row],
        [createAnswer(row, 'unfunded', { type: 'transaction.unfunded' })],
      )
    case 'lost':
      if (row.attempts < lostLooksMin)
        return postponeRequests(dependencies, [row], lookAgainMs, heard(said))
      return refuse(dependencies, work, row, 'NonceUsed')
    case 'invalid':
      if (row.attempts >= invalidLooksMin) return giveUp(dependencies, work, row, transaction, said)
      return waitLonger(dependencies, work, row, transaction, 'ChainRefuses', heard(said))
    case 'underpriced': {
      const { reason, why } = await whyUnderpriced(work, said)
      return waitLonger(dependencies, work, row, transaction, reason, why)
    }
    case 'gasTooLow':
    case 'unclear':
      return waitLonger(dependencies, work, row, transaction, 'ChainRefuses', heard(said))
  }
}

/** Keeps the request; a transaction on its first way tells its passengers once, and goes on then. */
async function waitLonger(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  { phase }: KnownTransaction,
  reason: string,
  why: string,
): Promise<void> {
  if (phase === 'Sending' && row.attempts >= quietTries) {
    dependencies.log.warn(
      { lane: row.lane, transaction: row.entityId, why },
      'a transaction has to wait',
    )
    const event = { type: 'transaction.unfunded', reason }
    return finishRequests(dependencies, work, [row], [createAnswer(row, 'unfunded', event)])
  }
  await postponeRequests(
    dependencies,
    [row],
    backoffMs(row.attempts, lookAgainMs, lookAgainMsMax),
    why,
  )
}

async function giveUp(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
  said: string,
): Promise<void> {
  await fillNonce({ ...dependencies, chain: work.chain }, transaction)
  const { refusals, restsMs } = await recordRefusal(dependencies.database.pool, transaction)
  const { id, blockchain, wallet } = transaction
  dependencies.log.warn(
    { id, blockchain, wallet, refusals, restsMs, said },
    'nodes refuse a transaction',
  )
  return refuse(dependencies, work, row, 'ChainRefuses')
}

/** Whether our own limit is the reason: of what nodes say about prices, a refusal bears out the dearest. */
async function whyUnderpriced({ chain }: LaneWork, said: string) {
  const { isLegacy, dearest } = await readGasMarket(chain)
  if (!isAboveLimit({ ...dearest, isLegacy }, feeLimitsOf(chain.gas)))
    return { reason: 'ChainRefuses', why: heard(said) }
  const asked = isLegacy ? dearest.tip : dearest.baseFee
  const limit = `gas.maxFeePerGasGwei of ${chain.name} allows ${chain.gas.maxFeePerGasGwei} gwei`
  return { reason: 'GasPriceTooHigh', why: `the chain asks ${asked} wei for gas; ${limit}` }
}

const heard = (said: string): string => `the nodes say: ${said || 'nothing that is clear'}`

const refuse = (
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  reason: string,
): Promise<void> =>
  finishRequests(
    dependencies,
    work,
    [row],
    [createAnswer(row, 'refused', { type: 'transaction.refused', reason })],
  )
