/**
 * Reads a range of blocks: headers, and the factory's events in them. Near the head every header
 * is read and linked to the one before; far behind it, where a reorganisation is out of question,
 * only those that matter.
 */
import type { Client } from 'viem'
import {
  type BlockRange,
  ChainMoved,
  type Header,
  type LogFilter,
  mayBeTooMuch,
  type RawLog,
  readHeaders,
  readLogs,
  readLogsOfBlock,
  requireLinked,
} from './blocks.ts'
import { mayHaveLogged } from './bloom.ts'
import type { ConnectedChain } from './clients.ts'
import { type ContractLog, factoryFilter, toContractLog } from './contract-logs.ts'
import type { Cursor, SeenBlock } from './cursor-store.ts'

export type TimedLog = ContractLog & { blockTimestamp: number }
export type RangeRead = {
  /** The read blocks that are worth keeping; the last is the range's last. */
  headers: Header[]
  logs: TimedLog[]
}

/** Blocks this close to the head are read one by one. */
export const tipBlocks = 128
const blocksAtOnceMax = 2_000

/** Where the next range ends: at the head, or at the edge of the tip, or at the provider's limit. */
export function nextRange(cursor: Cursor, head: number): BlockRange {
  const from = cursor.blockNumber + 1
  const edge = head - tipBlocks
  const end = from <= edge ? edge : head
  return { from, to: Math.min(end, from + blocksAtOnceMax - 1) }
}

/**
 * Reads a range that follows the cursor. `behind` are blocks before it whose logs are read again,
 * in case a node had kept some back.
 *
 * @throws `ChainMoved` when what the node says does not fit together
 */
export async function readRange(
  node: Client,
  chain: ConnectedChain,
  cursor: Cursor,
  range: BlockRange,
  { isTip, behind }: { isTip: boolean; behind: SeenBlock[] },
): Promise<RangeRead> {
  const filter = factoryFilter(chain.factory)
  const from = behind[0]?.number ?? range.from
  const tip = isTip ? await readHeaders(node, numbersOf(range)) : []
  if (isTip) requireLinked([{ hash: cursor.blockHash } as Header, ...tip])
  const raw = await readLogsHalving(node, filter, { from, to: range.to })
  const missing = await readWithheld(node, filter, chain, tip, raw)
  const logs = [...raw, ...missing].map(toContractLog)
  const headers = isTip ? tip : await readHeaders(node, [...blocksOf(logs, range), range.to])
  return { headers, logs: await dated(node, logs, headers, behind) }
}

/** Halves the range for as long as the provider calls it too much. */
export async function readLogsHalving(
  node: Client,
  filter: LogFilter,
  { from, to }: BlockRange,
): Promise<RawLog[]> {
  try {
    return await readLogs(node, filter, { from, to })
  } catch (error) {
    if (from === to || !mayBeTooMuch(error)) throw error
    const middle = Math.floor((from + to) / 2)
    return [
      ...(await readLogsHalving(node, filter, { from, to: middle })),
      ...(await readLogsHalving(node, filter, { from: middle + 1, to })),
    ]
  }
}

/** Asks once more, by hash, for blocks in which the factory may have logged and no log came. */
async function readWithheld(
  node: Client,
  filter: LogFilter,
  { factory }: ConnectedChain,
  headers: Header[],
  logs: RawLog[],
): Promise<RawLog[]> {
  const told = new Set(logs.map(({ blockHash }) => blockHash))
  const suspects = headers.filter(
    ({ hash, logsBloom }) => !told.has(hash) && mayHaveLogged(logsBloom, factory),
  )
  const found = await Promise.all(suspects.map(({ hash }) => readLogsOfBlock(node, filter, hash)))
  return found.flat()
}

/**
 * Gives each log its block's time, and refuses logs of blocks that are not those we hold: `headers`
 * just read, or `behind` from before.
 */
export async function dated<Log extends Pick<RawLog, 'blockNumber' | 'blockHash'>>(
  node: Client,
  logs: Log[],
  headers: Header[],
  behind: SeenBlock[],
): Promise<(Log & { blockTimestamp: number })[]> {
  const read = new Set(headers.map(({ number }) => number))
  const others = await readHeaders(
    node,
    blocksOf(logs).filter((number) => !read.has(number)),
  )
  const held = new Map(behind.map(({ number, hash }) => [number, hash]))
  for (const { number, hash } of others)
    if ((held.get(number) ?? hash) !== hash)
      throw new ChainMoved(`block ${number} is another one by now`)
  const byHash = new Map([...others, ...headers].map((header) => [header.hash, header]))
  return logs.map((log) => {
    const header = byHash.get(log.blockHash)
    if (!header) throw new ChainMoved(`block ${log.blockNumber} of a log is another one by now`)
    return { ...log, blockTimestamp: header.timestamp }
  })
}

const blocksOf = (logs: Pick<RawLog, 'blockNumber'>[], range?: BlockRange): number[] =>
  [...new Set(logs.map(({ blockNumber }) => blockNumber))]
    .filter((number) => !range || (number >= range.from && number < range.to))
    .sort((one, other) => one - other)

const numbersOf = ({ from, to }: BlockRange): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
