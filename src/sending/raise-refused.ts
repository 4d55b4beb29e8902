/**
 * Signs a better version of a transaction that no node took: with more gas, or at another offer. An offer rises as far
 * as the chain's limits let it, what the wallet holds beside what is on its way, and what its merchant allows.
 */
import type { Address, Hash } from 'viem'
import {
  computeCheaperOffer,
  computeOfferAfterRefusal,
  type FeeLimits,
  feeLimitsOf,
  type Fees,
  type PriceRefusal,
} from '../chain/gas/fees.ts'
import { gasOfOneCharge } from '../chain/gas/gas-limits.ts'
import { readOffer } from '../chain/gas/gas-market.ts'
import { callOf, type SignedBytes } from '../chain/lanes/signed-bytes.ts'
import { makeUnlike, setBytesAside, type StoredBytes } from '../chain/lanes/signed-transactions.ts'
import type { KnownTransaction } from '../chain/rows/transactions.ts'
import { hourMs } from '../../machines/durations.ts'
import type { ReasonName } from '../../machines/reasons.ts'
import type { Cause, Message } from '../shared/message.ts'
import { type ClaimedRow, timesSeen } from '../store/engine/outbox.ts'
import type { SendingDependencies, LaneWork } from './dependencies.ts'
import { raiseGasLimit } from './gas-raise.ts'
import { readGasBudget } from './gas-wallets.ts'
import type { SendAnswer } from './sender.ts'
import { replaceTransaction, signAgain, signWithMoreGas } from './signer.ts'
import { larger, smaller } from '../shared/money.ts'
import type { SigningDependencies } from './signing-reads.ts'

/** By the price of a moment ago. */
const offerOldMs = 3_000

/** So many versions are lowered at once; where other nodes want more than that, one an hour. */
const loweredAtOnceMax = 8
const loweredEachMs = hourMs
/** Times that words which nobody knows are believed to be a fault of the moment. */
const unclearTimesMax = 1
/** Times that a limit of requests is believed, where other requests get through; then it is words like any other. */
const limitedTimesMax = 2

/** Returns whether words that say nothing of the price were said so often that a higher offer is tried. */
export const isTriedAgainst = (
  result: 'unclear' | 'limited',
  row: Pick<ClaimedRow, 'sightings'>,
): boolean =>
  result === 'unclear'
    ? timesSeen(row, 'NotTaken') > unclearTimesMax
    : timesSeen(row, 'AskedTooOften') > limitedTimesMax

/**
 * Reports the better version; null where there is none. `reason`: what keeps it back beside the chain's limits.
 * `isAtLimit`: those themselves.
 */
type Better = { message: Message | null; reason: ReasonName | null; isAtLimit?: boolean }
const nothing: Better = { message: null, reason: null }

/** Signs a version with the fee or gas that the nodes miss in the one tried. */
export async function improve(
  dependencies: SendingDependencies,
  { chain }: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
  tried: StoredBytes,
  { result, least }: SendAnswer,
): Promise<Better> {
  const signing = { ...dependencies, chain }
  const unchangedMs = tried.signedMsAgo
  const raise = (isCertain: boolean) =>
    raiseOffer(signing, transaction, tried, { least, isCertain, unchangedMs }, row.cause)
  switch (result) {
    case 'underpriced':
      return raise(true)
    case 'unclear':
    case 'limited':
      return isTriedAgainst(result, row) ? raise(false) : nothing
    case 'outbid': {
      const message = await replaceTransaction(signing, transaction, tried, row.cause)
      return { message, reason: null }
    }
    case 'tooDear':
      return { message: await lowerOffer(signing, transaction, tried, row.cause), reason: null }
    case 'gasTooLow':
      return giveMoreGas(signing, transaction, tried, row.cause)
    case 'sent':
    case 'lost':
    case 'unfunded':
    case 'notNow':
    case 'invalid':
      return nothing
  }
}

async function giveMoreGas(
  signing: SigningDependencies,
  transaction: KnownTransaction,
  tried: SignedBytes,
  cause: Cause,
): Promise<Better> {
  const { gas } = callOf(tried)
  const more = await raiseGasLimit(gas, signing.chain, transaction)
  if (more <= gas) return nothing
  return { message: await signWithMoreGas(signing, transaction, more, cause), reason: null }
}

async function raiseOffer(
  signing: SigningDependencies,
  transaction: KnownTransaction,
  tried: SignedBytes,
  refusal: PriceRefusal,
  cause: Cause,
): Promise<Better> {
  const { chain } = signing
  const { limits, reason } = await readRaiseLimits(signing, transaction, tried)
  const tooLow = { hash: tried.hash, refusal, limits }
  const message = await replaceTransaction(signing, transaction, tooLow, cause)
  if (message) return { message, reason: null }
  const { market } = await readOffer(chain, { oldMs: offerOldMs })
  const limitsOfChain = feeLimitsOf(chain.gas)
  const isHeldBack = computeOfferAfterRefusal(tried, market, limitsOfChain, refusal)
  const certain = { ...refusal, isCertain: true }
  const isAtLimit = !computeOfferAfterRefusal(tried, market, limitsOfChain, certain)
  return { message: null, reason: isHeldBack ? reason : null, isAtLimit }
}

/**
 * Signs the same nonce and call again at a lower offer than the version `tooDear`, and sets those before it aside: they
 * are not sent any more, but all their hashes are still looked for. Nodes cap the most that a transaction may cost, of which
 * twice the base fee is a large part.
 *
 * @returns the message that reports it; `null` where the market allows nothing that is much lower
 */
async function lowerOffer(
  signing: SigningDependencies,
  transaction: KnownTransaction,
  { hash: tooDear }: { hash: Hash },
  cause: Cause,
): Promise<Message | null> {
  const { market, limits } = await readOffer(signing.chain)
  return signAgain(signing, transaction, { market, cause }, async ({ client, best, versions }) => {
    if (best.hash !== tooDear) return 'best'
    const fees = mayBeLowered(best, versions) ? computeCheaperOffer(best, market, limits) : null
    if (!fees) return null
    await setBytesAside(client, best, best.nonce, 'TooDear', [transaction.id])
    const known = versions.map((version) => ({ ...version, isSetAside: true }))
    return { fees: makeUnlike(known, fees) }
  })
}

const mayBeLowered = ({ signedMsAgo }: StoredBytes, versions: StoredBytes[]): boolean =>
  versions.filter(({ isSetAside }) => isSetAside).length < loweredAtOnceMax ||
  signedMsAgo >= loweredEachMs

type RaiseLimits = { limits: FeeLimits; reason: ReasonName }

async function readRaiseLimits(
  { database, chain }: SigningDependencies,
  { merchantId, wallet, purpose, gasLimit }: KnownTransaction,
  offered: Fees,
): Promise<RaiseLimits> {
  const { maxFeePerGas, maxTip } = feeLimitsOf(chain.gas)
  const budget = await readGasBudget(database, merchantId, chain, wallet as Address)
  const leftPerGas = larger(budget.availableWei, 0n) / BigInt(gasLimit)
  const affordable = offered.maxFeePerGas + leftPerGas
  const allowed = await readTipPerCharge(chain, purpose, budget.limits.weiPerCharge)
  const limits = {
    maxFeePerGas: smaller(affordable, maxFeePerGas),
    maxTip: allowed === null ? maxTip : smaller(allowed, maxTip),
  }
  const isTipHeldBack = limits.maxTip <= offered.maxPriorityFeePerGas && limits.maxTip < maxTip
  return { limits, reason: isTipHeldBack ? 'GasCostAboveLimit' : budget.emptyReason }
}

/** Reads which tip a charge may pay if it travels alone; null where its merchant sets no limit. */
async function readTipPerCharge(
  chain: LaneWork['chain'],
  purpose: KnownTransaction['purpose'],
  weiPerCharge: bigint | null,
): Promise<bigint | null> {
  if (weiPerCharge === null || (purpose !== 'charge' && purpose !== 'activate')) return null
  const { market } = await readOffer(chain, { oldMs: offerOldMs })
  return larger(weiPerCharge / gasOfOneCharge(purpose === 'activate') - market.baseFee, 0n)
}
