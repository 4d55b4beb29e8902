/**
 * Keeps the nonce lanes moving: sends again what was signed and is not mined (nodes lose their
 * pools, drop what a reorganisation took out, or were away), lowest nonce first and always the
 * stored bytes; and has a lane mended whose trouble is still the same at the second look. Whoever
 * holds the keys mends it, so that is asked of the chain relay.
 */
import { broadcastTransaction } from '../chain/clients.ts'
import { detailsOf } from '../chain/chain-errors.ts'
import {
  findBusyLanes,
  type KnownLane,
  readLaneState,
  recordCheck,
} from '../chain/lanes/lane-store.ts'
import { findTrouble } from '../chain/lanes/lane-trouble.ts'
import { readMinedByNodes } from '../chain/lanes/nonce-counts.ts'
import type { SignedBytes } from '../chain/lanes/signed-bytes.ts'
import { findUnmined } from '../chain/lanes/signed-transactions.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'

const resentMax = 16
/** What may be said to bytes that are on their way. */
const harmless = /already|known|nonce (is )?too low|old ?nonce/i

/** Looks at every lane that has something on its way; after a reorganisation, at the others too. */
export async function checkLanes(
  dependencies: ChainDependencies,
  { afterReorganisation = false } = {},
): Promise<void> {
  const { database, chain, log } = dependencies
  const lanes = await findBusyLanes(database.pool, chain.name, {
    signedWithinADay: afterReorganisation,
  })
  for (const lane of lanes) {
    const heldUpBy = await keepLane(dependencies, lane)
    if (heldUpBy !== null && heldUpBy !== lane.heldUpBy)
      log.warn({ blockchain: chain.name, wallet: lane.wallet, heldUpBy }, 'a lane is held up')
  }
}

async function keepLane(dependencies: ChainDependencies, lane: KnownLane): Promise<string | null> {
  const { database, chain } = dependencies
  const { mined, minedAtMost } = await readMinedByNodes(chain, lane.wallet)
  const state = await readLaneState(database.pool, lane, lane.next, mined)
  const trouble = findTrouble(state)
  // What another chain has mined already is not sent into this one.
  const said = trouble?.type === 'ChainReset' ? null : await sendAgain(dependencies, lane, mined)
  if (minedAtMost !== mined) await sendAgain(dependencies, lane, minedAtMost)
  const isDisputed = minedAtMost !== mined
  const disputed = `the nodes disagree: ${mined} or ${minedAtMost} are mined`
  const heldUpBy = isDisputed ? disputed : (trouble?.text ?? (state.lowest && said))
  await recordCheck(database.pool, lane, mined, heldUpBy)
  if (trouble && !isDisputed && lane.heldUpBy === trouble.text) await askToMend(dependencies, lane)
  return heldUpBy
}

/** Sends what is not mined; returns what the nodes say against the lowest of it. */
async function sendAgain(
  { database, chain }: ChainDependencies,
  lane: KnownLane,
  firstNonce: number,
): Promise<string | null> {
  if (firstNonce >= lane.next) return null
  const unmined = await findUnmined(database.pool, lane, firstNonce, resentMax)
  let said: string | null = null
  for (const [index, signed] of unmined.entries()) {
    const answer = await sendOnce(chain, signed)
    if (index === 0) said = answer
  }
  return said
}

async function sendOnce({ nodes }: ChainDependencies['chain'], { nonce, raw }: SignedBytes) {
  const { accepted, refusals } = await broadcastTransaction(nodes, raw)
  const words = refusals.map(detailsOf).filter((text) => !harmless.test(text))
  return accepted > 0 || !words.length ? null : `nonce ${nonce} is refused: ${words.join('; ')}`
}

/** One request for each lane at a time, in the lane of its merchant's other requests. */
async function askToMend(
  { database, bus }: ChainDependencies,
  { blockchain, wallet, merchantId, network }: KnownLane,
): Promise<void> {
  await database.pool.query({
    name: 'chain-ask-to-mend',
    text: `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane,
        payload, cause, at, available_at)
      values ($1, 'chain', 'mendLane', 'transaction', $2, $3, $4, $5, '{}',
        '{"type":"timer","timer":"laneLook"}', now(), now())
      on conflict (id) do nothing`,
    values: [
      `lane/${blockchain}/${wallet}`,
      wallet,
      merchantId,
      network,
      `${blockchain}/${merchantId}`,
    ],
  })
  bus.wake('chain')
}
