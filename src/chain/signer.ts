/**
 * Sign, store, send: this file does the first two. Nonce, bytes and the message that tells the
 * transaction about them are one commit. Whoever signs the same transaction again, after a crash
 * or at the same time, finds the stored bytes and tells the same.
 */
import type { PoolClient } from 'pg'
import { type Address, type Hash, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getTransactionCount } from 'viem/actions'
import type { Cause, Message } from '../shared/message.ts'
import type { Network } from '../shared/network.ts'
import { commit } from '../store/commit.ts'
import type { Database } from '../store/database.ts'
import { tell } from '../store/outbox.ts'
import { reading } from './chain-errors.ts'
import type { ConnectedChain } from './clients.ts'
import { type Fees, readFees, replacementFees } from './fees.ts'
import { takeNonce } from './nonce-lanes.ts'
import { findSigned, type SignedBytes, storeSigned } from './signed-transactions.ts'
import type { KnownTransaction } from './transactions.ts'

/** Opens a merchant's gas key, to sign with it at once. */
export type OpenGasKey = (merchantId: string, network: Network, blockchain: string) => Promise<Hex>

export type SigningRoom = { database: Database; chain: ConnectedChain; openGasKey: OpenGasKey }

/** Signs a transaction for the first time; returns the message that says so. */
export async function signTransaction(
  { database, chain, openGasKey }: SigningRoom,
  transaction: KnownTransaction,
  cause: Cause,
): Promise<Message> {
  const key = await openGasKey(transaction.merchantId, transaction.network, chain.name)
  const [fees, pendingNonce] = await Promise.all([
    readFees(chain.reader),
    readPendingNonce(chain, transaction.wallet as Address),
  ])
  return commit(database.pool, async (client) => {
    await lockTransaction(client, transaction.id)
    const [stored] = await findSigned(client, transaction.id)
    const signed = stored ?? (await signNext(client, chain, transaction, key, fees, pendingNonce))
    return tellSigned(client, transaction, signed, cause)
  })
}

/**
 * Signs the same nonce and data again, at higher fees than the version `tooLow` offers; returns
 * the message that says so, or `null` when the cap on fees forbids it. If a better version is
 * stored already, that one is told.
 */
export async function replaceTransaction(
  { database, chain, openGasKey }: SigningRoom,
  transaction: KnownTransaction,
  tooLow: Hash,
  cause: Cause,
): Promise<Message | null> {
  const key = await openGasKey(transaction.merchantId, transaction.network, chain.name)
  const current = await readFees(chain.reader)
  return commit(database.pool, async (client) => {
    await lockTransaction(client, transaction.id)
    const [best] = await findSigned(client, transaction.id)
    if (!best) throw new Error(`transaction ${transaction.id} was never signed`)
    if (best.hash !== tooLow) return tellSigned(client, transaction, best, cause)
    const fees = replacementFees(best, current)
    if (!fees) return null
    const signed = await sign(chain, transaction, key, best.nonce, fees)
    await storeSigned(client, signed)
    return tellSigned(client, transaction, signed, cause)
  })
}

/**
 * Takes the place of a transaction that no node accepts: signs an empty one with its nonce, which
 * the rebroadcast sends, so that the lane's later nonces are not blocked.
 */
export async function fillNonce(
  { database, chain, openGasKey }: SigningRoom,
  transaction: KnownTransaction,
): Promise<void> {
  const key = await openGasKey(transaction.merchantId, transaction.network, chain.name)
  const current = await readFees(chain.reader)
  const filler = { ...transaction, to: transaction.wallet, data: '0x', gasLimit: '21000' }
  await commit(database.pool, async (client) => {
    await lockTransaction(client, transaction.id)
    const [best] = await findSigned(client, transaction.id)
    const fees = best && replacementFees(best, current)
    if (fees) await storeSigned(client, await sign(chain, filler, key, best.nonce, fees))
  })
}

async function signNext(
  client: PoolClient,
  chain: ConnectedChain,
  transaction: KnownTransaction,
  key: Hex,
  fees: Fees,
  pendingNonce: number,
): Promise<SignedBytes> {
  const nonce = await takeNonce(client, transaction, pendingNonce)
  const signed = await sign(chain, transaction, key, nonce, fees)
  await storeSigned(client, signed)
  return signed
}

async function sign(
  chain: ConnectedChain,
  { id, wallet, to, data, gasLimit }: KnownTransaction,
  key: Hex,
  nonce: number,
  fees: Fees,
): Promise<SignedBytes> {
  const raw = await privateKeyToAccount(key).signTransaction({
    type: 'eip1559',
    chainId: chain.chainId,
    nonce,
    to: to as Address,
    data: data as Hex,
    gas: BigInt(gasLimit),
    ...fees,
  })
  return {
    hash: keccak256(raw),
    transactionId: id,
    blockchain: chain.name,
    wallet,
    nonce,
    raw,
    ...fees,
  }
}

async function tellSigned(
  client: PoolClient,
  { id, merchantId, network }: KnownTransaction,
  { hash, nonce, maxFeePerGas, maxPriorityFeePerGas }: SignedBytes,
  cause: Cause,
): Promise<Message> {
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
  await tell(client, [message])
  return message
}

/** Two signers of the same transaction stand in line; the second finds the first one's bytes. */
async function lockTransaction(client: PoolClient, transactionId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [transactionId])
}

const readPendingNonce = ({ reader }: ConnectedChain, address: Address): Promise<number> =>
  reading(() => getTransactionCount(reader, { address, blockTag: 'pending' }))
