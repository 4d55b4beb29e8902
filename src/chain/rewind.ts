/**
 * A reorganisation: the block at the cursor is no longer the one we hold. Goes back to the last
 * block that still is; what was told of the blocks above is marked to be taken back, and our own
 * transactions in them are sent again.
 */
import type { Client } from 'viem'
import { commit } from '../store/commit.ts'
import { tell } from '../store/outbox.ts'
import { ChainMoved, type Header, readHeader } from './blocks.ts'
import { blocksKept, type Cursor, forgetAbove, loadBlocks, moveCursor } from './cursor-store.ts'
import { retractDepositsAbove } from './deposits/deposit-store.ts'
import { findDeployment } from './deployment-store.ts'
import { tellFunds } from './funds-watch.ts'
import { keepLanes } from './lane-keeper.ts'
import { findToldSince } from './subscriptions.ts'
import type { WatchRoom } from './watch-room.ts'

/** The newest; who is not among them is read again before the next charge. */
const subscriptionsReadMax = 2_000

/** Moves the cursor back to the fork; returns where it is then. */
export async function rewind(room: WatchRoom, node: Client, cursor: Cursor): Promise<Cursor> {
  const { database, chain, log } = room
  const fork = await findFork(room, node, cursor)
  const depth = cursor.blockNumber - fork.number
  log.warn({ blockchain: chain.name, fork: fork.number, depth }, 'the chain was reorganised')
  const rewound = await commit(database.pool, async (client) => {
    const moved = await moveCursor(client, chain.name, cursor, fork)
    await forgetAbove(client, chain.name, fork.number)
    await retractDepositsAbove(client, chain.name, fork.number)
    return moved
  })
  await keepLanes(room, { afterReorganisation: true })
  await tellFundsSince(room, node, fork, rewound)
  return rewound
}

/** What payers allow may have gone with the blocks: no log says so, and so it is read again. */
async function tellFundsSince(
  { database, bus, chain }: WatchRoom,
  node: Client,
  fork: Header,
  { revision }: Cursor,
): Promise<void> {
  const { pool } = database
  const contracts = await findToldSince(pool, chain.name, fork.timestamp, subscriptionsReadMax)
  const tag = `reorg/${fork.hash}/${revision}`
  const messages = await tellFunds(pool, node, chain, contracts, { tag })
  await tell(pool, messages)
  await bus.publish(messages)
}

async function findFork(
  { database, chain }: WatchRoom,
  node: Client,
  cursor: Cursor,
): Promise<Header> {
  const blocks = await loadBlocks(database.pool, chain.name, cursor.blockNumber - blocksKept)
  for (const block of blocks.reverse()) {
    const header = await readHeader(node, block.number)
    if (header?.hash === block.hash) return header
  }
  const deployment = await findDeployment(database, chain.name)
  const first = await readHeader(node, deployment?.fromBlock ?? 0)
  if (!first) throw new ChainMoved('the node lacks the block in which the factory was deployed')
  return first
}
