/**
 * Mends a nonce lane. A few missing nonces are filled by empty transactions. Where the lane ran far
 * ahead, its transactions are signed again for the nonces that the chain takes next; the bytes with
 * the far nonces may still be mined one day, so no other transaction ever gets those. Nothing is
 * decided while nodes disagree.
 */
import type { PoolClient } from 'pg'
import type { Message } from '../shared/message.ts'
import { runInOneCommit } from '../store/commit.ts'
import { readOffer } from '../chain/gas/gas-market.ts'
import { computeOfferAfterRefusal, computeReplacementFees, type Fees } from '../chain/gas/fees.ts'
import { readLaneState, recordHealing } from '../chain/lanes/lane-store.ts'
import { findTrouble, type LaneState, type LaneTrouble } from '../chain/lanes/lane-trouble.ts'
import { readMinedByNodes } from '../chain/lanes/nonce-counts.ts'
import { findNextNonce, type LaneKey, lockLane, setNextNonce } from '../chain/lanes/nonce-lanes.ts'
import { callOf, createEmptyCall, createFillerId, signBytes } from '../chain/lanes/signed-bytes.ts'
import {
  findSigned,
  findSignedAt,
  findUnmined,
  setBytesAside,
  type StoredBytes,
  storeSigned,
} from '../chain/lanes/signed-transactions.ts'
import { lockTransaction, openKeyOf, type SigningInputs, signNext, reportSigned } from './signer.ts'
import { type KnownTransaction, findOpenTransactionsOf } from '../chain/rows/transactions.ts'
import { type SendAnswer, sendTransaction } from './sender.ts'
import type { SigningDependencies } from './signing-reads.ts'

export type BrokenLane = LaneKey & Pick<KnownTransaction, 'merchantId' | 'network'>
/** Names what was done, and the messages that report it to the transactions. */
export type Mending = { healedBy: string; messages: Message[] }

type MendingInputs = SigningInputs & {
  lane: LaneKey
  state: LaneState
  raise: (previous: StoredBytes) => Fees | null
}

/** Mends a lane; null where there is nothing to mend any more, or where nodes differ about what is mined. */
export async function mendLane(
  dependencies: SigningDependencies,
  lane: BrokenLane,
): Promise<Mending | null> {
  const { database, chain, log } = dependencies
  const counts = await readMinedByNodes(chain, lane.wallet)
  const { mined, minedAtMost } = counts
  if (mined !== minedAtMost) return null
  const key = await openKeyOf(dependencies, lane)
  const { fees, market, limits } = await readOffer(chain, { withAdvice: true })
  const answer = await sendTooCheap(dependencies, lane, mined)
  const open = await findOpenTransactionsOf(database.pool, lane)
  return runInOneCommit(database.pool, async (client) => {
    for (const { id } of open) await lockTransaction(client, id)
    const next = await lockLane(client, lane, mined)
    const state = await readLaneState(client, lane, next, mined)
    const trouble = findTrouble(state)
    if (!trouble) return null
    const offer = { fees, isLegacy: market.isLegacy }
    const raise = (previous: StoredBytes) =>
      answer && isForPrice(answer)
        ? computeOfferAfterRefusal(previous, market, limits, {
            least: answer.least,
            isCertain: answer.result === 'underpriced',
            unchangedMs: previous.signedMsAgo,
          })
        : computeReplacementFees(previous, market, limits)
    const inputs = { client, chain, log, key, offer, counts: { ...counts, pending: mined } }
    const mending = await mend({ ...inputs, lane, state, raise }, trouble, open)
    if (mending) await recordHealing(client, lane, mending.healedBy)
    return mending
  })
}

/** Sends once more what is too cheap: where nodes refuse it, they say what they miss. Null where nothing is too cheap. */
async function sendTooCheap(
  { database: { pool }, chain }: SigningDependencies,
  lane: BrokenLane,
  mined: number,
): Promise<SendAnswer | null> {
  const next = await findNextNonce(pool, lane)
  if (next === null) return null
  const trouble = findTrouble(await readLaneState(pool, lane, next, mined))
  if (trouble?.type !== 'TooCheap') return null
  const [lowest] = await findUnmined(pool, lane, mined, 1)
  return lowest ? sendTransaction(chain, lowest, [lowest.hash]) : null
}

/** Words that are not known are tried against as well: nobody follows such a transaction. */
const isForPrice = ({ result }: SendAnswer): boolean =>
  result === 'underpriced' || result === 'unclear'

function mend(
  inputs: MendingInputs,
  { type, text }: LaneTrouble,
  open: KnownTransaction[],
): Promise<Mending | null> {
  switch (type) {
    case 'Ahead':
      return lowerNextNonce(inputs, text)
    case 'Gap':
      return fillGap(inputs, text)
    case 'FarAhead':
      return moveDown(inputs, text, open, 'Moved')
    case 'ChainReset':
      return moveDown(inputs, text, open, 'ChainReset')
    case 'TooCheap':
      return offerMore(inputs, text)
    case 'Orphans':
      return signAgain(inputs, text, open)
  }
}

async function lowerNextNonce(
  { client, lane, state }: MendingInputs,
  text: string,
): Promise<Mending> {
  await setNextNonce(client, lane, state.mined)
  return { healedBy: `${text}; the lane goes on at ${state.mined}`, messages: [] }
}

async function fillGap(inputs: MendingInputs, text: string): Promise<Mending> {
  const { client, chain, key, offer, lane, state } = inputs
  for (let nonce = state.mined; nonce < state.lowest!.nonce; nonce++) {
    const place = {
      ...lane,
      nonce,
      transactionId: createFillerId(lane.blockchain, { ...lane, nonce }),
    }
    await storeSigned(
      client,
      await signBytes(chain, key, place, createEmptyCall(lane.wallet), offer),
    )
  }
  return { healedBy: `${text}; they are filled by empty transactions`, messages: [] }
}

/**
 * Signs open transactions again, for the nonces that the chain takes next. The bytes of ended ones are
 * set aside, for the reason `others`, and not sent again: on a chain that was reset they mean nothing.
 */
async function moveDown(
  inputs: MendingInputs,
  text: string,
  open: KnownTransaction[],
  others: 'Moved' | 'ChainReset',
): Promise<Mending> {
  const { client, lane, state } = inputs
  const signed = await findInOrder(client, open, state.mined)
  const moving = signed.filter((each) => !each.signed.isSetAside)
  const ids = moving.map(({ transaction }) => transaction.id)
  await setBytesAside(client, lane, state.mined, 'Moved', ids)
  await setBytesAside(client, lane, state.mined, others)
  await setNextNonce(client, lane, state.mined)
  const went = `${moving.length} transactions go on from ${state.mined}`
  return { healedBy: `${text}; ${went}`, messages: await giveNextNonces(inputs, moving) }
}

/** Signs transactions again whose bytes were all set aside. */
async function signAgain(
  inputs: MendingInputs,
  text: string,
  open: KnownTransaction[],
): Promise<Mending> {
  const onTheirWay = open.filter(({ status }) => status === 'Signed' || status === 'Broadcast')
  const signed = await findInOrder(inputs.client, onTheirWay, 0)
  const orphans = signed.filter((each) => each.signed.isSetAside)
  const messages = await giveNextNonces(inputs, orphans)
  return { healedBy: `${text}; they are signed again`, messages }
}

type Moving = { transaction: KnownTransaction; signed: StoredBytes }

async function giveNextNonces(inputs: MendingInputs, moving: Moving[]): Promise<Message[]> {
  const messages: Message[] = []
  for (const { transaction, signed: before } of moving) {
    const signed = await signNext(inputs, transaction, callOf(before))
    const cause = { type: 'timer', timer: 'laneCheck' } as const
    messages.push(await reportSigned(inputs.client, transaction, signed, cause))
  }
  return messages
}

/** Finds the bytes that are sent of these transactions, with nonces from `firstNonce` on, in their order. */
async function findInOrder(
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

/** Replaces bytes that no open transaction waits for by the same at higher fees, as far as the market asks. */
async function offerMore(inputs: MendingInputs, text: string): Promise<Mending | null> {
  const { client, chain, key, offer, lane, state, raise } = inputs
  const stored = await findSignedAt(client, lane, state.mined)
  const [best] = stored.sort((one, other) => (one.maxFeePerGas < other.maxFeePerGas ? 1 : -1))
  const fees = best && raise(best)
  if (!fees) return null
  await storeSigned(client, await signBytes(chain, key, best, callOf(best), { ...offer, fees }))
  return { healedBy: `${text}; it offers ${fees.maxFeePerGas} wei for gas now`, messages: [] }
}
