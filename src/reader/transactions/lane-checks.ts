/**
 * Keeps the nonce lanes moving. What was signed and is not mined is sent again (nodes lose their
 * pools, drop what a reorganisation took out, or were away): lowest nonce first, and always the
 * stored bytes. A lane with the same trouble at two checks in a row is mended; that is asked of the
 * chain relay, which holds the keys.
 */
import type { Client } from 'viem'
import { broadcastTransaction } from '../../chain/clients.ts'
import { classifySendRefusal, detailsOf } from '../../chain/chain-errors.ts'
import {
  findBusyLanes,
  type KnownLane,
  readLaneState,
  recordCheck,
} from '../../chain/lanes/lane-store.ts'
import { findTrouble } from '../../chain/lanes/lane-trouble.ts'
import { countHeld, readMinedByNodes } from '../../chain/lanes/nonce-counts.ts'
import type { SignedBytes } from '../../chain/lanes/signed-bytes.ts'
import { findUnmined } from '../../chain/lanes/signed-transactions.ts'
import { mapInChunks } from '../../shared/chunks-of.ts'
import type { KnownTransaction } from '../../chain/rows/transactions.ts'
import { requestMending } from '../../store/engine/chain-queue.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { Header } from '../../chain/rows/blocks.ts'

const resentMax = 16
/** Checked together they wait for a distant node once, and not one after the other. */
const lanesAtOnceMax = 8
/** Refusals that only say that the bytes are on their way or mined already. */
const isHarmless = (refusal: unknown): boolean =>
  ['known', 'nonceUsed'].includes(classifySendRefusal(refusal))

/**
 * Checks every nonce lane with unmined transactions; after a reorganisation, also those that signed
 * within a day.
 */
export async function checkLanes(
  dependencies: ChainDependencies,
  { afterReorganisation = false } = {},
): Promise<void> {
  const { database, chain, log } = dependencies
  const lanes = await findBusyLanes(database.pool, chain.name, {
    signedWithinADay: afterReorganisation,
  })
  await mapInChunks(lanes, lanesAtOnceMax, async (lane) => {
    const heldUpBy = await checkLane(dependencies, lane)
    if (heldUpBy !== null && heldUpBy !== lane.heldUpBy)
      log.warn(
        { blockchain: chain.name, wallet: lane.wallet, heldUpBy },
        'nonce lane is held up; it is checked again within 10 seconds',
      )
  })
}

async function checkLane(dependencies: ChainDependencies, lane: KnownLane): Promise<string | null> {
  const { database, bus, chain } = dependencies
  const { mined, minedAtMost } = await readMinedByNodes(chain, lane.wallet)
  const state = await readLaneState(database.pool, lane, lane.next, mined)
  const trouble = findTrouble(state)
  // Before the chain was reset, these transactions were mined: they are not sent into the new one.
  const refusal = trouble?.type === 'ChainReset' ? null : await sendAgain(dependencies, lane, mined)
  if (minedAtMost !== mined) await sendAgain(dependencies, lane, minedAtMost)
  const isDisputed = minedAtMost !== mined
  const disputed = `the nodes disagree: ${mined} or ${minedAtMost} are mined`
  const heldUpBy = isDisputed ? disputed : (trouble?.text ?? (state.lowest && refusal))
  await recordCheck(database.pool, lane, mined, heldUpBy)
  if (trouble && !isDisputed && lane.heldUpBy === trouble.text) {
    await requestMending(database, lane)
    bus.wake('chain')
  }
  return heldUpBy
}

/**
 * Sends again what the node has dropped: transactions that were sent before its newest block, and that
 * its count does not reach. A node loses some that come while it makes a block, and those behind them wait.
 */
export async function sendDroppedAgain(
  dependencies: ChainDependencies,
  node: Client,
  { number }: Header,
  open: KnownTransaction[],
): Promise<void> {
  const { name: blockchain } = dependencies.chain
  const sent = open.filter(
    ({ status, sentAtBlock }) => status === 'Broadcast' && (sentAtBlock ?? number) < number,
  )
  const byWallet = [...Map.groupBy(sent, (transaction) => transaction.wallet)]
  await mapInChunks(byWallet, lanesAtOnceMax, async ([wallet, ofWallet]) => {
    const next = Math.max(...ofWallet.map(({ nonce }) => nonce ?? 0)) + 1
    const held = await countHeld(node, wallet)
    if (held < next) await sendAgain(dependencies, { blockchain, wallet, next }, held)
  })
}

/** Sends unmined transactions again; returns why the nodes refuse the lowest, or null. */
async function sendAgain(
  { database, chain }: ChainDependencies,
  lane: Pick<KnownLane, 'blockchain' | 'wallet' | 'next'>,
  firstNonce: number,
): Promise<string | null> {
  if (firstNonce >= lane.next) return null
  const unmined = await findUnmined(database.pool, lane, firstNonce, resentMax)
  const [refusal = null] = await Promise.all(unmined.map((signed) => sendOnce(chain, signed)))
  return refusal
}

async function sendOnce({ nodes }: ChainDependencies['chain'], { nonce, raw }: SignedBytes) {
  const { accepted, refusals } = await broadcastTransaction(nodes, raw)
  const texts = refusals.filter((refusal) => !isHarmless(refusal)).map(detailsOf)
  return accepted > 0 || !texts.length ? null : `nonce ${nonce} is refused: ${texts.join('; ')}`
}
