import { getBlockNumber } from 'viem/actions'
import type { ConnectedChain } from './clients.ts'

/** The number of a chain's newest block, never from a cache. */
export async function latestBlockNumber({ reader }: ConnectedChain): Promise<number> {
  return Number(await getBlockNumber(reader, { cacheTime: 0 }))
}
