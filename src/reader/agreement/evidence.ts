/**
 * The evidence that one node gives of logs which another one reported: whether the transaction's receipt holds the very
 * same log, in the same block of the same number; for a contract's event, whether the contract is as the event left it; and
 * the time of that block. A receipt that the node does not have yet says nothing; that a log is absent must show in the
 * receipt and in the logs of the block.
 */
import type { Address, Client, Hash } from 'viem'
import { mapInChunks } from '../../shared/chunks-of.ts'
import { isAskedFor, type LogFilter, type RawLog } from '../../chain/logs/log-filter.ts'
import { readHeader, readLogsOfBlock, readReceipt, type Receipt } from '../../chain/blocks.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { factoryFilter, toContractLog } from '../logs/contract-logs.ts'
import { type ContractState, readContractStates } from '../../chain/contract-state.ts'
import {
  loggersOf,
  sweepsFrom,
  toSweep,
  toTransfer,
  transfersTo,
} from '../deposits/deposit-logs.ts'
import type { UndecidedLog } from '../../chain/rows/undecided-logs.ts'
import type { Header } from '../../chain/rows/blocks.ts'
import type { ContractLog } from '../../chain/rows/contract-logs.ts'
import type { LoggedDeposit } from '../../chain/rows/deposit-logs.ts'

/** `holds`: the same log is there. `lacks`: it is not. `unknown`: the node does not say. */
export type Evidence = 'holds' | 'lacks' | 'unknown'
/** A node's answer about a log; where it holds the log, with the time of the block in Unix seconds. */
export type Testimony =
  | { evidence: 'holds'; blockTime: number }
  | { evidence: Exclude<Evidence, 'holds'> }

/** Counts receipts, headers and verdicts apart. */
const requestsAtOnceMax = 16

/** Asks a node about each log, in order, as of a block that it holds. */
export async function askNode(
  node: Client,
  chain: ConnectedChain,
  logs: UndecidedLog[],
  blockNumber: number,
): Promise<Testimony[]> {
  const [receipts, headers, states] = await Promise.all([
    readReceipts(node, logs),
    readHeadersOf(node, logs),
    readStatesOf(node, logs, blockNumber),
  ])
  return mapInChunks(logs, requestsAtOnceMax, async (log): Promise<Testimony> => {
    const header = headers.get(log.blockNumber)
    const state = states?.get(log.entityId as Address)
    const receipt = receipts.get(log.transactionHash)
    const evidence = await evidenceOf(node, chain, log, { receipt, header, state })
    return evidence === 'holds' ? { evidence, blockTime: header!.timestamp } : { evidence }
  })
}

/** Reads receipts by transaction; undefined where the node did not answer. */
async function readReceipts(
  node: Client,
  logs: UndecidedLog[],
): Promise<Map<Hash, Receipt | null | undefined>> {
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))]
  const receipts = new Map<Hash, Receipt | null | undefined>()
  await mapInChunks(hashes, requestsAtOnceMax, async (hash) => {
    receipts.set(hash, await readReceipt(node, hash).catch(() => undefined))
  })
  return receipts
}

/** Reads headers by number; null or undefined where the node did not give one. */
async function readHeadersOf(
  node: Client,
  logs: UndecidedLog[],
): Promise<Map<number, Header | null | undefined>> {
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))]
  const headers = new Map<number, Header | null | undefined>()
  await mapInChunks(numbers, requestsAtOnceMax, async (number) => {
    headers.set(number, await readHeader(node, number).catch(() => undefined))
  })
  return headers
}

/** Reads the states of the contracts among the logs, in one call; null where the node did not answer. */
async function readStatesOf(
  node: Client,
  logs: UndecidedLog[],
  blockNumber: number,
): Promise<Map<Address, ContractState | null> | null> {
  const own = logs.filter(({ kind }) => kind === 'subscription')
  const contracts = [...new Set(own.map(({ entityId }) => entityId as Address))]
  try {
    const states = await readContractStates(node, contracts, BigInt(blockNumber))
    return new Map(contracts.map((address, index) => [address, states[index]!]))
  } catch {
    return null
  }
}

/** A node's answers about a log; undefined where it gave none. */
type Answers = {
  receipt: Receipt | null | undefined
  header: Header | null | undefined
  state: ContractState | null | undefined
}

async function evidenceOf(
  node: Client,
  chain: ConnectedChain,
  log: UndecidedLog,
  { receipt, header, state }: Answers,
): Promise<Evidence> {
  if (receipt === undefined || !header) return 'unknown'
  // The number says how deep a block is: where the node has another block of that number, the log's
  // is made up, or of a branch that is given up. By its hash no node would be able to say more of it.
  if (header.hash !== log.blockHash) return 'lacks'
  if (receipt?.isSuccess && receipt.blockHash === log.blockHash && isIn(receipt.logs, chain, log)) {
    if (log.kind === 'payment') return 'holds'
    if (state === undefined) return 'unknown'
    return isBorneOut(log, state) ? 'holds' : 'lacks'
  }
  // A log in the block that is not in the receipt: the node is not done with the block.
  const inBlock = await readLogsOfBlock(node, filterOf(chain, log), log.blockHash).catch(() => null)
  return inBlock && !isIn(inBlock, chain, log) ? 'lacks' : 'unknown'
}

/** Whether the contract's state shows what the event did; a freeze may be over by now. */
function isBorneOut({ event, args }: UndecidedLog, state: ContractState | null): boolean {
  if (!state) return false
  if (event === 'Charged') return state.charged >= Number(args?.['period'])
  return event !== 'Cancelled' || state.isCancelled
}

type Subject = Pick<UndecidedLog, 'kind' | 'event' | 'address' | 'token'>

function filterOf(
  { factory, depositFactory, assets }: ConnectedChain,
  { kind, event, address, token }: Subject,
): LogFilter {
  if (kind === 'subscription') return factoryFilter(factory)
  if (event === 'Swept') return sweepsFrom(depositFactory, [address])
  return { address: loggersOf(assets, token!), ...transfersTo([address]) }
}

/** Whether the log is among these, the same in every field that is stored. */
const isIn = (logs: RawLog[], chain: ConnectedChain, wanted: UndecidedLog): boolean =>
  logs.some(
    (log) =>
      log.logIndex === wanted.logIndex &&
      log.blockHash === wanted.blockHash &&
      log.transactionHash === wanted.transactionHash &&
      isSame(readAlike(chain, log, wanted), wanted),
  )

/**
 * Reads a log if it tells of the same event of the same contract, or of the same token at the same deposit address; null
 * for any other, and for what is never stored: a transfer of nothing, and what cannot be read.
 */
export function readAlike(
  chain: ConnectedChain,
  log: RawLog,
  wanted: Subject,
): ContractLog | LoggedDeposit | null {
  if (!isAskedFor(filterOf(chain, wanted), log)) return null
  try {
    const read = readAs(chain, log, wanted)
    if (read?.event !== wanted.event) return null
    if ('contractAddress' in read) return read.contractAddress === wanted.address ? read : null
    return read.depositAddress === wanted.address && read.token === wanted.token ? read : null
  } catch {
    return null
  }
}

function readAs({ assets }: ConnectedChain, log: RawLog, { kind, event }: Subject) {
  if (kind === 'subscription') return toContractLog(log)
  return event === 'Swept' ? toSweep(log) : toTransfer(log, assets)
}

function isSame(read: ReturnType<typeof readAlike>, wanted: UndecidedLog): boolean {
  if (!read) return false
  if ('depositAddress' in read)
    return read.amount === wanted.amount && read.counterparty === wanted.counterparty
  return Object.entries(read.args).every(
    ([name, value]) => String(value) === String(wanted.args?.[name]),
  )
}
