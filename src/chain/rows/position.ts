/** The place of what happened on a chain, as one number that grows. */

/** Returns the position after everything in a block: later than each of its events (see `ChainPosition`). */
export const endOfBlock = (blockNumber: bigint): number => Number(blockNumber) * 1e6 + 999_999

/** Returns the position of a log on its chain: later logs have higher ones. */
export const positionOf = (blockNumber: bigint | number, logIndex: number): number =>
  Number(blockNumber) * 1e6 + logIndex
