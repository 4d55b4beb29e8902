/**
 * Reads blocks and logs from one node and compares them: headers must be linked by their parent
 * hashes, and a log must lie in the block that we hold for its number. Answers of a node that is
 * behind, or that switches to other blocks in between, are refused.
 */
import { type Client, type Hash, type Hex, hexToNumber, numberToHex } from 'viem'
import { mapInChunks } from '../shared/chunks-of.ts'
import { RetryableError } from '../shared/errors.ts'
import { isAskedFor, type RawLog, type LogFilter } from './logs/log-filter.ts'
import { noteNodeAnomaly } from './node-anomalies.ts'
import type { Header } from './rows/blocks.ts'

export type Receipt = {
  transactionHash: Hash
  isSuccess: boolean
  blockHash: Hash
  logs: RawLog[]
}
export type BlockRange = { from: number; to: number }

/** The chain moved while it was being read, or the node is behind: read it again, maybe from another node. */
export class ChainMoved extends RetryableError {
  override name = 'ChainMoved'
}

const requestsAtOnceMax = 16

type RpcHeader = Record<'number' | 'timestamp', Hex> &
  Pick<Header, 'hash' | 'parentHash'> & { logsBloom?: Hex | null }
type RpcLog = Record<'blockNumber' | 'logIndex', Hex> &
  Omit<RawLog, 'blockNumber' | 'logIndex'> & { removed?: boolean }
type RpcReceipt = { status: Hex; logs: RpcLog[] } & Pick<Receipt, 'transactionHash' | 'blockHash'>

/**
 * Reads the header of a block, by its number or tag; `null` where the node has none.
 *
 * @throws `ChainMoved` where it gives another block than was asked for
 */
export async function readHeader(
  node: Client,
  block: number | 'latest' | 'safe' | 'finalized',
): Promise<Header | null> {
  const tag = typeof block === 'string' ? block : numberToHex(block)
  const found = await ask<RpcHeader | null>(node, 'eth_getBlockByNumber', [tag, false])
  if (found && typeof block === 'number' && hexToNumber(found.number) !== block)
    throw new ChainMoved(`asked for block ${block}, the node gives ${hexToNumber(found.number)}`)
  return (
    found && {
      number: hexToNumber(found.number),
      hash: found.hash,
      parentHash: found.parentHash,
      timestamp: hexToNumber(found.timestamp),
      logsBloom: found.logsBloom ?? '0x',
    }
  )
}

/** Reads the headers of these blocks, in order; throws `ChainMoved` if the node lacks one. */
export const readHeaders = (node: Client, numbers: number[]): Promise<Header[]> =>
  mapInChunks(numbers, requestsAtOnceMax, async (number) => {
    const header = await readHeader(node, number)
    if (!header) throw new ChainMoved('the node lacks a block that it announced')
    return header
  })

/** Throws `ChainMoved` unless each header names the one before it as its parent. */
export function requireLinked(headers: Header[]): void {
  for (const [index, header] of headers.slice(1).entries())
    if (header.parentHash !== headers[index]!.hash)
      throw new ChainMoved(`block ${header.number} does not follow from the one before it`)
}

/** Reads logs of a range in one request. */
export async function readLogs(
  node: Client,
  filter: LogFilter,
  { from, to }: BlockRange,
): Promise<RawLog[]> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const logs = await ask<RpcLog[]>(node, 'eth_getLogs', [{ ...filter, ...range }])
  const isInRange = ({ blockNumber }: RawLog) => blockNumber >= from && blockNumber <= to
  return onlyAsked(
    node,
    logs.filter(({ removed }) => !removed).map(toRawLog),
    (log) => isInRange(log) && isAskedFor(filter, log),
  )
}

/** Reads logs of one block by its hash: a node that lacks the block must say so. */
export async function readLogsOfBlock(
  node: Client,
  filter: LogFilter,
  blockHash: Hash,
): Promise<RawLog[]> {
  const logs = await ask<RpcLog[]>(node, 'eth_getLogs', [{ ...filter, blockHash }])
  return onlyAsked(
    node,
    logs.map(toRawLog),
    (log) => log.blockHash === blockHash && isAskedFor(filter, log),
  )
}

/** Reads the receipt of a transaction; `null` where the node has not seen it mined. */
export async function readReceipt(node: Client, hash: Hash): Promise<Receipt | null> {
  const found = await ask<RpcReceipt | null>(node, 'eth_getTransactionReceipt', [hash])
  return (
    found && {
      transactionHash: found.transactionHash,
      isSuccess: found.status === '0x1',
      blockHash: found.blockHash,
      logs: found.logs.map(toRawLog),
    }
  )
}

/** Leaves out logs that were not asked for, from a node that ignores filters or makes logs up. */
function onlyAsked(node: Client, logs: RawLog[], isAsked: (log: RawLog) => boolean): RawLog[] {
  const asked = logs.filter(isAsked)
  const other = logs.find((log) => !isAsked(log))
  if (other)
    noteNodeAnomaly(
      node,
      'UnaskedLog',
      `${logs.length - asked.length} logs that were not asked for, one of ${other.address} in block ${other.blockNumber}`,
    )
  return asked
}

const toRawLog = (log: RpcLog): RawLog => ({
  address: log.address,
  topics: log.topics,
  data: log.data,
  blockNumber: hexToNumber(log.blockNumber),
  blockHash: log.blockHash,
  logIndex: hexToNumber(log.logIndex),
  transactionHash: log.transactionHash,
})

const ask = <Answer>(node: Client, method: string, params: unknown[]): Promise<Answer> =>
  // viem types only the combinations that it wraps itself.
  node.request({ method, params } as never) as Promise<Answer>
