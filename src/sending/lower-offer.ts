/**
 * Signs a transaction at a lower offer, because nodes pass nothing on that may cost so much. Their cap is on the most that
 * it may cost, of which twice the base fee is a large part, and a node's operator may be somebody else.
 */
import type { Hash } from 'viem'
import type { Cause, Message } from '../shared/message.ts'
import { computeCheaperOffer } from '../chain/gas/fees.ts'
import { readOffer } from '../chain/gas/gas-market.ts'
import { callOf, signBytes } from '../chain/lanes/signed-bytes.ts'
import {
  findSigned,
  makeUnlike,
  setBytesAside,
  type StoredBytes,
  storeSigned,
} from '../chain/lanes/signed-transactions.ts'
import type { KnownTransaction } from '../chain/transactions.ts'
import { hourMs } from '../../machines/durations.ts'
import { runInOneCommit } from '../store/commit.ts'
import { lockTransaction, openKeyOf, reportSigned, type SigningDependencies } from './signer.ts'

/** So many versions are lowered at once; where other nodes want more than that, one an hour. */
const loweredAtOnceMax = 8
const loweredEachMs = hourMs

/**
 * Signs the same nonce and call again at a lower offer than the version `tooDear`, and sets those before it aside: they
 * are not sent any more, but all their hashes are still looked for.
 *
 * @returns the message that reports it; `null` where the market allows nothing that is much lower
 */
export async function lowerOffer(
  dependencies: SigningDependencies,
  transaction: KnownTransaction,
  { hash: tooDear }: { hash: Hash },
  cause: Cause,
): Promise<Message | null> {
  const { database, chain } = dependencies
  const key = await openKeyOf(dependencies, transaction)
  const { market, limits } = await readOffer(chain)
  return runInOneCommit(database.pool, async (client) => {
    await lockTransaction(client, transaction.id)
    const versions = await findSigned(client, transaction.id)
    const [best] = versions
    if (!best) throw new Error(`transaction ${transaction.id} was never signed`)
    if (best.hash !== tooDear) return reportSigned(client, transaction, best, cause)
    const fees = mayBeLowered(best, versions) ? computeCheaperOffer(best, market, limits) : null
    if (!fees) return null
    await setBytesAside(client, best, best.nonce, 'TooDear', [transaction.id])
    const known = versions.map((version) => ({ ...version, isSetAside: true }))
    const offer = { fees: makeUnlike(known, fees), isLegacy: market.isLegacy }
    const signed = await signBytes(chain, key, best, callOf(best), offer)
    await storeSigned(client, signed)
    return reportSigned(client, transaction, signed, cause)
  })
}

const mayBeLowered = ({ signedMsAgo }: StoredBytes, versions: StoredBytes[]): boolean =>
  versions.filter(({ isSetAside }) => isSetAside).length < loweredAtOnceMax ||
  signedMsAgo >= loweredEachMs
