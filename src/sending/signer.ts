/**
 * Signs transactions and stores their bytes; sending comes afterwards. Nonce, bytes and the message
 * that reports them to the transaction are one commit. Signing the same transaction again, after a
 * crash or at the same time, finds the stored bytes and reports the same.
 */
import type { PoolClient } from 'pg'
import type { Address, Hash, Hex } from 'viem'
import type { Cause, Message } from '../shared/message.ts'
import type { Log } from '../shared/log.ts'
import { runInOneCommit } from '../store/commit.ts'
import { enqueueMessages } from '../store/engine/outbox.ts'
import { larger } from '../shared/money.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import {
  computeOfferAfterRefusal,
  computeReplacementFees,
  type FeeLimits,
  type Fees,
  type PriceRefusal,
  raiseFee,
} from '../chain/gas/fees.ts'
import { readOffer } from '../chain/gas/gas-market.ts'
import type { SigningReads, SigningDependencies } from './signing-reads.ts'
import type { NonceCounts } from '../chain/lanes/nonce-counts.ts'
import { type LaneKey, takeNonce } from '../chain/lanes/nonce-lanes.ts'
import {
  type SignedCall,
  callOf,
  createEmptyCall,
  createFillerId,
  type Offer,
  signBytes,
  type SignedBytes,
} from '../chain/lanes/signed-bytes.ts'
import {
  findSigned,
  findSignedAt,
  makeUnlike,
  type StoredBytes,
  storeSigned,
} from '../chain/lanes/signed-transactions.ts'
import type { KnownTransaction } from '../chain/rows/transactions.ts'
/** Everything that signing needs after the chain has been asked, so that the rest fits into one commit. */
export type SigningInputs = {
  client: PoolClient
  chain: ConnectedChain
  log: Log
  key: Hex
  offer: Offer
  counts: NonceCounts
}

/** Signs a transaction for the first time; returns the message that reports it. */
export async function signTransaction(
  dependencies: SigningDependencies,
  transaction: KnownTransaction,
  reads: SigningReads,
  cause: Cause,
): Promise<Message> {
  const { database, chain, log } = dependencies
  const key = await openKeyOf(dependencies, transaction)
  const counts = reads.counts.get(transaction.wallet)!
  const gas = reads.gas.get(transaction.id)!
  return runInOneCommit(database.pool, async (client) => {
    await lockTransaction(client, transaction.id)
    const [stored] = await findSigned(client, transaction.id)
    const inputs = { client, chain, log, key, offer: reads.offer, counts }
    const call = { ...callFor(transaction), gas }
    const signed = stored ?? (await signNext(inputs, transaction, call))
    return reportSigned(client, transaction, signed, cause)
  })
}

/** Why a version is too low: no block takes it, or no node does. `limits`: how far its offer may rise. */
type TooLow = { hash: Hash; refusal?: PriceRefusal; limits?: FeeLimits }

/**
 * Signs the same nonce and data again, at higher fees than the version `tooLow` offers. If a better
 * version is stored already, that one is reported.
 *
 * @returns the message that reports it; `null` when the version offers enough, or the limits forbid more
 */
export async function replaceTransaction(
  dependencies: SigningDependencies,
  transaction: KnownTransaction,
  { hash: tooLow, refusal, limits }: TooLow,
  cause: Cause,
): Promise<Message | null> {
  const { market, limits: limitsOfChain } = await readOffer(dependencies.chain, {
    withAdvice: true,
  })
  const most = limits ?? limitsOfChain
  return signAgain(dependencies, transaction, { market, cause }, ({ best, versions }) => {
    if (best.hash !== tooLow) return 'best'
    const fees = refusal
      ? computeOfferAfterRefusal(best, market, most, refusal)
      : computeReplacementFees(best, market, most)
    return fees && { fees: makeUnlike(versions, fees) }
  })
}

/**
 * Signs the same nonce and call again with more gas, because nodes say that it asks for too little.
 *
 * @returns the message that reports it
 */
export async function signWithMoreGas(
  dependencies: SigningDependencies,
  transaction: KnownTransaction,
  gas: bigint,
  cause: Cause,
): Promise<Message | null> {
  const { market } = await readOffer(dependencies.chain)
  return signAgain(dependencies, transaction, { market, cause }, ({ best }) => {
    const call = callOf(best)
    return call.gas >= gas ? 'best' : { fees: feesOf(best), call: { ...call, gas } }
  })
}

/** The versions of a transaction that are stored, the best of them first, in the commit that signs another. */
type Versions = { client: PoolClient; best: StoredBytes; versions: StoredBytes[] }
/** The version to sign; `best`: the one that is there already will do. */
type Anew = { fees: Fees; call?: SignedCall } | 'best'

/**
 * Signs the nonce of a transaction again, as `choose` says of what is stored, in one commit.
 *
 * @returns the message that reports it, or the best version; `null` where `choose` says so
 */
export async function signAgain(
  dependencies: SigningDependencies,
  transaction: KnownTransaction,
  { market, cause }: { market: Pick<Offer, 'isLegacy'>; cause: Cause },
  choose: (stored: Versions) => Anew | null | Promise<Anew | null>,
): Promise<Message | null> {
  const { database, chain } = dependencies
  const key = await openKeyOf(dependencies, transaction)
  return runInOneCommit(database.pool, async (client) => {
    await lockTransaction(client, transaction.id)
    const versions = await findSigned(client, transaction.id)
    const [best] = versions
    if (!best) throw new Error(`transaction ${transaction.id} was never signed`)
    const anew = await choose({ client, best, versions })
    if (!anew) return null
    if (anew === 'best') return reportSigned(client, transaction, best, cause)
    const { fees, call = callOf(best) } = anew
    const offer = { fees, isLegacy: market.isLegacy }
    const signed = await signBytes(chain, key, best, call, offer)
    await storeSigned(client, signed)
    return reportSigned(client, transaction, signed, cause)
  })
}

/**
 * Replaces a transaction that no node accepts: signs an empty one with its nonce, which the rebroadcast
 * sends, so that the lane's later nonces are not blocked.
 */
export async function fillNonce(
  dependencies: SigningDependencies,
  transaction: KnownTransaction,
): Promise<void> {
  const { database, chain } = dependencies
  const key = await openKeyOf(dependencies, transaction)
  const { market } = await readOffer(chain)
  await runInOneCommit(database.pool, async (client) => {
    await lockTransaction(client, transaction.id)
    const [best] = await findSigned(client, transaction.id)
    if (!best) return
    const offer = { fees: outbidding(best), isLegacy: market.isLegacy }
    await storeSigned(
      client,
      await signBytes(chain, key, best, createEmptyCall(transaction.wallet), offer),
    )
  })
}

/** Opens the gas key that signs a transaction. */
export const openKeyOf = (
  { openGasKey, chain }: SigningDependencies,
  { merchantId, network }: Pick<KnownTransaction, 'merchantId' | 'network'>,
): Promise<Hex> => openGasKey(merchantId, network, chain.name)

/** Signs a transaction with the lane's next nonce, whatever nonce it had before. */
export async function signNext(
  inputs: SigningInputs,
  transaction: KnownTransaction,
  call: SignedCall,
): Promise<SignedBytes> {
  const { client, chain, log, key, offer, counts } = inputs
  const { wallet, blockchain } = transaction
  const { nonce, guarded, jumpedFrom } = await takeNonce(client, transaction, counts)
  if (jumpedFrom !== null)
    log.warn(
      { blockchain, wallet, jumpedFrom, nonce },
      'gas wallet was used elsewhere: the chain has mined more than was signed; its nonce lane jumps ahead',
    )
  for (const taken of guarded) await fillMoved(inputs, { blockchain, wallet }, taken)
  const place = { transactionId: transaction.id, wallet, nonce }
  const signed = await signBytes(chain, key, place, call, offer)
  await storeSigned(client, signed)
  return signed
}

/**
 * Fills a nonce with an empty transaction that offers more than the bytes stored with it, whose
 * transaction has got another nonce since: nothing else may ever have it.
 */
async function fillMoved(
  { client, chain, key, offer }: SigningInputs,
  lane: LaneKey,
  nonce: number,
) {
  const moved = await findSignedAt(client, lane, nonce)
  const fees = outbidding(...moved, offer.fees)
  const place = {
    ...lane,
    nonce,
    transactionId: createFillerId(lane.blockchain, { ...lane, nonce }),
  }
  await storeSigned(
    client,
    await signBytes(chain, key, place, createEmptyCall(lane.wallet), { ...offer, fees }),
  )
}

const callFor = ({ to, data, gasLimit }: KnownTransaction): SignedCall => ({
  to: to as Address,
  data: data as Hex,
  gas: BigInt(gasLimit),
})

const feesOf = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees => ({
  maxFeePerGas,
  maxPriorityFeePerGas,
})

/** An eighth more than any of these. An empty transaction is cheap, so no limit applies. */
const outbidding = (...fees: Fees[]): Fees => ({
  maxFeePerGas: raiseFee(largest(fees.map(({ maxFeePerGas }) => maxFeePerGas))),
  maxPriorityFeePerGas: raiseFee(largest(fees.map((offered) => offered.maxPriorityFeePerGas))),
})

const largest = (values: bigint[]): bigint =>
  values.reduce((most, value) => larger(most, value), 0n)

/** Enqueues and returns the message that reports signed bytes to their transaction. */
export async function reportSigned(
  client: PoolClient,
  { id, merchantId, network }: KnownTransaction,
  signed: SignedBytes,
  cause: Cause,
): Promise<Message> {
  const { hash, nonce, maxFeePerGas, maxPriorityFeePerGas } = signed
  const message: Message = {
    id: `${id}/signed/${hash}`,
    kind: 'transaction',
    entityId: id,
    merchantId,
    network,
    event: {
      type: 'transaction.signed',
      nonce,
      hash,
      maxFeePerGas: String(maxFeePerGas),
      maxPriorityFeePerGas: String(maxPriorityFeePerGas),
    },
    cause,
  }
  await enqueueMessages(client, [message])
  return message
}

/** Locks a transaction until the caller's commit, so that a second signer finds the first one's bytes. */
export async function lockTransaction(client: PoolClient, transactionId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [transactionId])
}
