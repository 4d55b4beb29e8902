/**
 * Reads a range of blocks: headers, and the factory's events in them. Near the head every header is
 * read and linked to the one before; far behind it, where a reorganisation is out of question, only
 * those that matter. So it is near the head while nothing is awaited and nothing came (decision 93).
 */
import type { Pool } from 'pg'
import type { Client } from 'viem'
import {
  type BlockRange,
  ChainMoved,
  readHeaders,
  readLogsOfBlock,
  requireLinked,
} from '../../chain/blocks.ts'
import { mayHaveLogged } from './bloom.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { factoryFilter, toContractLog } from './contract-logs.ts'
import type { Cursor } from '../../chain/rows/cursor.ts'
import { readEach, type LogFilter, type RawLog } from '../../chain/logs/log-filter.ts'
import type { OwnLogs } from './own-logs.ts'
import { leaveOutStoredEvents } from './stored-logs.ts'
import type { Header, SeenBlock } from '../../chain/rows/blocks.ts'
import type { ContractLog } from '../../chain/rows/contract-logs.ts'

export type TimedLog = ContractLog & { blockTimestamp: number }
export type RangeRead = {
  /** The headers to be stored; the last is that of the range's last block. */
  headers: Header[]
  logs: TimedLog[]
}
/**
 * `tip`: every header of the range, where they were read already. `behind`: blocks before the range whose logs are
 * read again, in case a node had kept some back.
 */
type Reading = {
  head: Header
  isTip: boolean
  tip: Header[] | null
  behind: SeenBlock[]
  own: OwnLogs
}

/** Blocks this close to the head are read one by one. */
export const tipBlocks = 128
/** Blocks of one step at the tip, each of which costs a request; what a step has read is stored. */
const tipStepBlocks = 32
/** Requests of one step for logs of one kind, far behind the head. */
const piecesInStep = 8
const stepBlocksMax = 2_000

/**
 * Chooses the next range: up to the head, or to the edge of the tip, or less, so that what a slow
 * or strict node gives is stored in steps. `atOnce` is how many blocks' logs it gives at once.
 */
export function nextRange(
  cursor: Cursor,
  head: number,
  { atOnce, isSparse }: { atOnce: number; isSparse: boolean },
): BlockRange {
  const from = cursor.blockNumber + 1
  const edge = head - tipBlocks
  const isFar = from <= edge
  const tipStep = isSparse ? tipBlocks : tipStepBlocks
  const stepBlocks = isFar ? Math.min(stepBlocksMax, atOnce * piecesInStep) : tipStep
  return { from, to: Math.min(isFar ? edge : head, from + stepBlocks - 1) }
}

/**
 * Reads the headers of a range that follows the cursor, under a head that was just read, and the
 * times of the factory's events among its logs.
 *
 * @throws `ChainMoved` when the node's answers contradict each other
 */
export async function readRange(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  cursor: Cursor,
  range: BlockRange,
  { head, isTip, tip: tipRead, behind, own }: Reading,
): Promise<RangeRead> {
  const isLinked = tipRead !== null || (isTip && own.hasNew)
  const tip = tipRead ?? (isLinked ? await readTip(node, range, head) : [])
  if (isLinked) requireLinked([{ hash: cursor.blockHash } as Header, ...tip])
  const last = isTip && range.to === head.number ? [head] : []
  const missing = await readWithheld(node, chain, isLinked ? tip : last, own)
  const events = readEach(node, [...own.ofContracts, ...missing], toContractLog)
  const logs = await leaveOutStoredEvents(pool, chain.name, events, behind)
  const headers = isLinked ? tip : await readSome(node, [...blocksOf(logs, range), range.to], last)
  return { headers, logs: await withBlockTimes(node, logs, headers, behind) }
}

/** Reads every header of a range; the head itself is not asked for twice. */
export async function readTip(
  node: Client,
  { from, to }: BlockRange,
  head: Header,
): Promise<Header[]> {
  if (to !== head.number) return readHeaders(node, numbersOf({ from, to }))
  return [...(await readHeaders(node, numbersOf({ from, to: to - 1 }))), head]
}

/** Reads these headers, but for those that are known. */
async function readSome(node: Client, numbers: number[], known: Header[]): Promise<Header[]> {
  const isKnown = (number: number) => known.some((header) => header.number === number)
  const read = await readHeaders(
    node,
    numbers.filter((number) => !isKnown(number)),
  )
  return [...read, ...known]
}

/** Asks once more, by hash, for blocks in which the factory may have logged and no log came. */
async function readWithheld(
  node: Client,
  { factory }: ConnectedChain,
  headers: Header[],
  { factoryBlocks }: OwnLogs,
): Promise<RawLog[]> {
  const suspects = headers.filter(
    ({ hash, logsBloom }) => !factoryBlocks.has(hash) && mayHaveLogged(logsBloom, factory),
  )
  const filter: LogFilter = factoryFilter(factory)
  const found = await Promise.all(suspects.map(({ hash }) => readLogsOfBlock(node, filter, hash)))
  return found.flat()
}

/**
 * Gives each log its block's time, and refuses logs of blocks that are not those we hold: `headers`
 * just read, or `behind` from before.
 */
export async function withBlockTimes<Log extends Pick<RawLog, 'blockNumber' | 'blockHash'>>(
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
    if (header?.number !== log.blockNumber)
      throw new ChainMoved(`block ${log.blockNumber} of a log is another one by now`)
    return { ...log, blockTimestamp: header.timestamp }
  })
}

const blocksOf = (logs: Pick<RawLog, 'blockNumber'>[], range?: BlockRange): number[] =>
  [...new Set(logs.map(({ blockNumber }) => blockNumber))]
    .filter((number) => !range || (number >= range.from && number < range.to))
    .sort((one, other) => one - other)

const numbersOf = ({ from, to }: BlockRange): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
