/**
 * Moves the time of an embedded chain together with the business clock. A chain's time never runs
 * backwards, so where the chain is ahead, its time is returned, and the clock has to follow.
 * Throws `RpcUnavailable`, after which a caller may try again, where its nodes do not answer.
 */
import { type Client, toHex } from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import type { ChainDirectory, DeployedChain } from '../shared/chain-directory.ts'
import type { Clock } from '../shared/clock.ts'
import { saveTestOffset } from '../store/clock-follower.ts'
import type { Database } from '../store/database.ts'
import { startAlone } from '../store/starting/start-lock.ts'
import { readFromChain } from './chain-errors.ts'
import { connectChain, type ConnectedChain } from './clients.ts'

const toleranceSeconds = 2
const clockBehindMaxMs = 1_000 * toleranceSeconds

/** Moves an embedded chain to a moment, with a block at it; does nothing if it is there already. */
export async function advanceChainTime(chain: ConnectedChain, toDate: Date): Promise<void> {
  requireEmbedded(chain)
  const seconds = Math.floor(toDate.getTime() / 1000)
  if ((await latestSeconds(chain.reader)) >= seconds) return
  await command(chain, 'evm_setNextBlockTimestamp', [seconds])
  await mineBlocks(chain, 1)
}

/** Mines blocks on an embedded chain, in one request. */
export async function mineBlocks(chain: ConnectedChain, blocks: number): Promise<void> {
  requireEmbedded(chain)
  if (blocks === 1) await command(chain, 'evm_mine', [])
  else await command(chain, 'anvil_mine', [toHex(blocks)])
}

/**
 * Brings an embedded chain up to business time when the service starts.
 *
 * @returns the chain's time: later than `now` if the chain was moved ahead in an earlier run
 */
async function alignChainTime(chain: ConnectedChain, now: Date): Promise<Date> {
  const behindSeconds = now.getTime() / 1000 - (await latestSeconds(chain.reader))
  if (behindSeconds > toleranceSeconds) await advanceChainTime(chain, now)
  return new Date(1000 * (await latestSeconds(chain.reader)))
}

type Aligning = { database: Database; clock: Clock; directory: ChainDirectory }

/**
 * Aligns the test clock and the local ones of these chains: a chain may have been moved ahead in an earlier run, or
 * have stood still while the service was down. Beside a real chain it may stay ahead: business time is real time then,
 * and is not moved for it. One of several processes that start at once moves them.
 */
export async function alignLocalChains(
  { database, clock, directory }: Aligning,
  chains: readonly DeployedChain[],
): Promise<void> {
  const local = chains.filter(({ embedded }) => embedded)
  if (local.length === 0) return
  await startAlone({ database }, async () => {
    for (const chain of local) {
      const chainTime = await alignChainTime({ ...chain, ...connectChain(chain) }, clock.now())
      const aheadMs = chainTime.getTime() - clock.now().getTime()
      if (!directory.isLocal || aheadMs <= clockBehindMaxMs) continue
      await saveTestOffset(database, clock.testOffsetMs + aheadMs)
      clock.setTestOffset(clock.testOffsetMs + aheadMs)
    }
  })
}

/** Reads the number of a chain's newest block, never from a cache. */
export async function readLatestBlockNumber({ reader }: ConnectedChain): Promise<number> {
  return Number(await readFromChain(() => getBlockNumber(reader, { cacheTime: 0 })))
}

async function latestSeconds(client: Client): Promise<number> {
  const block = await readFromChain(() => getBlock(client, { blockTag: 'latest' }))
  return Number(block.timestamp)
}

function requireEmbedded({ name, embedded }: ConnectedChain): void {
  if (!embedded) throw new Error(`${name} is not an embedded chain: its time is not ours to move`)
}

const command = ({ reader }: ConnectedChain, method: string, params: unknown[]) =>
  // viem types none of the commands of development nodes.
  readFromChain(() => reader.request({ method, params } as never))
