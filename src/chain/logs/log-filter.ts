/** Leaves out logs that were not asked for, or cannot be read: nodes that ignore a filter are not believed. */
import type { Client, Hex, Address, Hash } from 'viem'
import { noteNodeAnomaly } from '../node-anomalies.ts'

/** Returns whether a log matches the filter with which it was asked for. */
export const isAskedFor = ({ address, topics }: LogFilter, log: RawLog): boolean =>
  (address === undefined || isOneOf(address, log.address)) &&
  topics.every((topic, index) => topic === null || isOneOf(topic, log.topics[index]))

/** Decodes logs by `read`, and leaves out those for which it throws or returns null. */
export function readEach<Read>(
  node: Client,
  logs: RawLog[],
  read: (log: RawLog) => Read | null,
): Read[] {
  return logs.flatMap((log) => {
    try {
      return read(log) ?? []
    } catch {
      const where = `${log.address} in block ${log.blockNumber}`
      noteNodeAnomaly(
        node,
        'UnreadableLog',
        `a log of ${where} that is not what its first topic says`,
      )
      return []
    }
  })
}

const isOneOf = (wanted: Hex | Hex[], hex: Hex | undefined): boolean =>
  hex !== undefined && [wanted].flat().some((one) => one.toLowerCase() === hex.toLowerCase())

export type RawLog = {
  address: Address
  topics: [Hex, ...Hex[]]
  data: Hex
  blockNumber: number
  blockHash: Hash
  logIndex: number
  transactionHash: Hash
}

/** Filters as `eth_getLogs` does: a topic may be one of several, and no address means any. */
export type LogFilter = { address?: Address | Address[]; topics: (Hex | Hex[] | null)[] }
