/** A node's altered answers: they are about what is there, with something changed. */
import type { Hex } from 'viem'
import type { Behaviour } from './rpc-proxy.ts'

/** A log as in JSON-RPC; the fields that tests change. */
export type RawRpcLog = Record<
  'address' | 'data' | 'blockHash' | 'blockNumber' | 'logIndex' | 'transactionHash',
  Hex
> & { topics: Hex[] }
/** No block's hash. */
export const otherHash: Hex = `0x${'ee'.repeat(32)}`
type RawRpcHeader = Record<'number' | 'hash' | 'parentHash' | 'timestamp', Hex>

/** Gives other logs in the place of each, in answers for logs and in receipts. */
export const alteringLogs =
  (alter: (log: RawRpcLog) => RawRpcLog[]): Behaviour =>
  async ({ method }, pass) => {
    if (method === 'eth_getLogs') {
      const { result } = (await pass()) as { result: RawRpcLog[] }
      return { result: result.flatMap(alter) }
    }
    if (method !== 'eth_getTransactionReceipt') return undefined
    const { result } = (await pass()) as { result: { logs: RawRpcLog[] } | null }
    return { result: result && { ...result, logs: result.logs.flatMap(alter) } }
  }

/** Changes the headers of blocks. */
export const alteringHeaders =
  (alter: (header: RawRpcHeader) => object): Behaviour =>
  async ({ method }, pass) => {
    if (method !== 'eth_getBlockByNumber') return undefined
    const { result } = (await pass()) as { result: RawRpcHeader | null }
    return { result: result && { ...result, ...alter(result) } }
  }
