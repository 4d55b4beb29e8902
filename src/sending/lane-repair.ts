/**
 * Mends a nonce lane. A few missing nonces are filled by empty transactions. Where the lane ran far
 * ahead, its transactions are signed again for the nonces that the chain takes next; the bytes with
 * the far ones may still be mined one day, so no other transaction ever gets those nonces. Nothing
 * is decided while nodes disagree.
 */
import type { PoolClient } from 'pg'
import type { Message } from '../shared/message.ts'
import { runInOneCommit } from '../store/commit.ts'
import { readOffer } from '../chain/gas/gas-market.ts'
import { type Fees, replacementFees } from '../chain/gas/fees.ts'
import { readLaneState, recordHealing } from '../chain/lanes/lane-store.ts'
import { findTrouble, type LaneState, type LaneTrouble } from '../chain/lanes/lane-trouble.ts'
import { readMinedByNodes } from '../chain/lanes/nonce-counts.ts'
import { type LaneKey, lockLane, setNextNonce } from '../chain/lanes/nonce-lanes.ts'
import { callOf, emptyCall, fillerId, signBytes } from '../chain/lanes/signed-bytes.ts'
import {
  findSigned,
  findSignedAt,
  setAside,
  type StoredBytes,
  storeSigned,
} from '../chain/lanes/signed-transactions.ts'
import {
  lockTransaction,
  openKeyOf,
  type Pen,
  signNext,
  type SigningDependencies,
  reportSigned,
} from './signer.ts'
import { type KnownTransaction, openTransactionsOf } from '../chain/transactions.ts'

export type BrokenLane = LaneKey & Pick<KnownTransaction, 'merchantId' | 'network'>
/** What was done, and what the transactions are to hear of it. */
export type Mending = { healedBy: string; messages: Message[] }

type Mender = Pen & { lane: LaneKey; state: LaneState; raise: (previous: Fees) => Fees | null }

/** Mends a lane, if there still is anything to mend; null where there is not. */
export async function mendLane(
  dependencies: SigningDependencies,
  lane: BrokenLane,
): Promise<Mending | null> {
  const { database, chain, log } = dependencies
  const counts = await readMinedByNodes(chain, lane.wallet)
  const { mined, minedAtMost } = counts
  if (mined !== minedAtMost) return null
  const key = await openKeyOf(dependencies, lane)
  const { fees, market, limits } = await readOffer(chain)
  const open = await openTransactionsOf(database.pool, lane)
  return runInOneCommit(database.pool, async (client) => {
    for (const { id } of open) await lockTransaction(client, id)
    const next = await lockLane(client, lane, mined)
    const state = await readLaneState(client, lane, next, mined)
    const trouble = findTrouble(state)
    if (!trouble) return null
    const offer = { fees, isLegacy: market.isLegacy }
    const raise = (previous: Fees) => replacementFees(previous, market, limits)
    const pen = { client, chain, log, key, offer, counts: { ...counts, pending: mined } }
    const mending = await mend({ ...pen, lane, state, raise }, trouble, open)
    if (mending) await recordHealing(client, lane, mending.healedBy)
    return mending
  })
}

function mend(
  mender: Mender,
  { kind, text }: LaneTrouble,
  open: KnownTransaction[],
): Promise<Mending | null> {
  switch (kind) {
    case 'Ahead':
      return lower(mender, text)
    case 'Gap':
      return fillGap(mender, text)
    case 'FarAhead':
      return moveDown(mender, text, open, 'Moved')
    case 'ChainReset':
      return moveDown(mender, text, open, 'ChainReset')
    case 'TooCheap':
      return offerMore(mender, text)
    case 'Orphans':
      return signAgain(mender, text, open)
  }
}

async function lower({ client, lane, state }: Mender, text: string): Promise<Mending> {
  await setNextNonce(client, lane, state.mined)
  return { healedBy: `${text}; the lane goes on at ${state.mined}`, messages: [] }
}

async function fillGap(mender: Mender, text: string): Promise<Mending> {
  const { client, chain, key, offer, lane, state } = mender
  for (let nonce = state.mined; nonce < state.lowest!.nonce; nonce++) {
    const place = { ...lane, nonce, transactionId: fillerId(lane.blockchain, { ...lane, nonce }) }
    await storeSigned(client, await signBytes(chain, key, place, emptyCall(lane.wallet), offer))
  }
  return { healedBy: `${text}; they are filled by empty transactions`, messages: [] }
}

/**
 * Signs what is on its way again, for the nonces that the chain takes next. What was signed for
 * ended transactions is not sent again: on a chain that was reset, `others`, it means nothing.
 */
async function moveDown(
  mender: Mender,
  text: string,
  open: KnownTransaction[],
  others: 'Moved' | 'ChainReset',
): Promise<Mending> {
  const { client, lane, state } = mender
  const signed = await inOrder(client, open, state.mined)
  const moving = signed.filter((each) => !each.signed.isSetAside)
  const ids = moving.map(({ transaction }) => transaction.id)
  await setAside(client, lane, state.mined, 'Moved', ids)
  await setAside(client, lane, state.mined, others)
  await setNextNonce(client, lane, state.mined)
  const went = `${moving.length} transactions go on from ${state.mined}`
  return { healedBy: `${text}; ${went}`, messages: await giveNextNonces(mender, moving) }
}

/** Signs transactions again of which no bytes are left that may be sent. */
async function signAgain(mender: Mender, text: string, open: KnownTransaction[]): Promise<Mending> {
  const onTheirWay = open.filter(({ status }) => status === 'Signed' || status === 'Broadcast')
  const signed = await inOrder(mender.client, onTheirWay, 0)
  const orphans = signed.filter((each) => each.signed.isSetAside)
  const messages = await giveNextNonces(mender, orphans)
  return { healedBy: `${text}; they are signed again`, messages }
}

type Moving = { transaction: KnownTransaction; signed: StoredBytes }

async function giveNextNonces(mender: Mender, moving: Moving[]): Promise<Message[]> {
  const messages: Message[] = []
  for (const { transaction, signed: before } of moving) {
    const signed = await signNext(mender, transaction, callOf(before))
    const cause = { type: 'timer', timer: 'laneLook' } as const
    messages.push(await reportSigned(mender.client, transaction, signed, cause))
  }
  return messages
}

/** Transactions by the bytes that are sent of them, with a nonce from `firstNonce` on. */
async function inOrder(
  client: PoolClient,
  open: KnownTransaction[],
  firstNonce: number,
): Promise<Moving[]> {
  const moving: Moving[] = []
  for (const transaction of open) {
    const [signed] = await findSigned(client, transaction.id)
    if (signed && signed.nonce >= firstNonce) moving.push({ transaction, signed })
  }
  return moving.sort((one, other) => one.signed.nonce - other.signed.nonce)
}

/** Replaces bytes that nobody follows by the same at higher fees, as far as the market asks. */
async function offerMore(mender: Mender, text: string): Promise<Mending | null> {
  const { client, chain, key, offer, lane, state, raise } = mender
  const stored = await findSignedAt(client, lane, state.mined)
  const [best] = stored.sort((one, other) => (one.maxFeePerGas < other.maxFeePerGas ? 1 : -1))
  const fees = best && raise(best)
  if (!fees) return null
  await storeSigned(client, await signBytes(chain, key, best, callOf(best), { ...offer, fees }))
  return { healedBy: `${text}; it offers ${fees.maxFeePerGas} wei for gas now`, messages: [] }
}
