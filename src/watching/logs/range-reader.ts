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
  type RawLog,
  readHeaders,
  readLogsOfBlock,
  requireLinked,
} from '../../chain/blocks.ts'
import { mayHaveLogged } from './bloom.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { type ContractLog, factoryFilter, toContractLog } from './contract-logs.ts'
import type { Cursor } from '../../chain/cursor.ts'
import type { SeenBlock } from '../cursor-store.ts'
import { readEach } from '../../chain/log-filter.ts'
import { readLogsInPieces } from './log-pieces.ts'

export type TimedLog = ContractLog & { blockTimestamp: number }
export type RangeRead = {
  /** The headers to be stored; the last is that of the range's last block. */
  headers: Header[]
  logs: TimedLog[]
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
export function nextRange(cursor: Cursor, head: number, atOnce: number): BlockRange {
  const from = cursor.blockNumber + 1
  const edge = head - tipBlocks
  const isFar = from <= edge
  const stepBlocks = isFar ? Math.min(stepBlocksMax, atOnce * piecesInStep) : tipStepBlocks
  return { from, to: Math.min(isFar ? edge : head, from + stepBlocks - 1) }
}

/**
 * Reads a range that follows the cursor, under a head that was just read. `behind` are blocks
 * before it whose logs are read again, in case a node had kept some back.
 *
 * @throws `ChainMoved` when the node's answers contradict each other
 */
export async function readRange(
  node: Client,
  chain: ConnectedChain,
  cursor: Cursor,
  range: BlockRange,
  { head, isTip, behind }: { head: Header; isTip: boolean; behind: SeenBlock[] },
): Promise<RangeRead> {
  const filter = factoryFilter(chain.factory)
  const from = behind[0]?.number ?? range.from
  const tip = isTip ? await readTip(node, range, head) : []
  if (isTip) requireLinked([{ hash: cursor.blockHash } as Header, ...tip])
  const raw = await readLogsInPieces(node, filter, { from, to: range.to })
  const missing = await readWithheld(node, filter, chain, tip, raw)
  const logs = readEach(node, [...raw, ...missing], toContractLog)
  const headers = isTip ? tip : await readHeaders(node, [...blocksOf(logs, range), range.to])
  return { headers, logs: await withBlockTimes(node, logs, headers, behind) }
}

/** Reads every header of a range; the head itself is not asked for twice. */
async function readTip(node: Client, { from, to }: BlockRange, head: Header): Promise<Header[]> {
  if (to !== head.number) return readHeaders(node, numbersOf({ from, to }))
  return [...(await readHeaders(node, numbersOf({ from, to: to - 1 }))), head]
}

/** Asks once more, by hash, for blocks in which the factory may have logged and no log came. */
async function readWithheld(
  node: Client,
  filter: LogFilter,
  { factory }: ConnectedChain,
  headers: Header[],
  logs: RawLog[],
): Promise<RawLog[]> {
  const logged = new Set(logs.map(({ blockHash }) => blockHash))
  const suspects = headers.filter(
    ({ hash, logsBloom }) => !logged.has(hash) && mayHaveLogged(logsBloom, factory),
  )
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
