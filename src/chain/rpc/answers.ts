/**
 * Checks the form of a node's answers, method by method, before anything converts them, so that the
 * rest may rely on it: a number that is exact as a `number`, a hash of 32 bytes, a list where a list
 * belongs. The checks are written by hand, because an answer may hold ten thousand logs; fields that
 * are not read are not checked, nor are methods that are not listed here.
 */
type IsRight = (value: unknown) => boolean
type Shape = readonly (readonly [field: string, isRight: IsRight])[]
/** Describes what is wrong, and where; null where nothing is. */
type Fault = string | null
type FindFault = (result: unknown, params: readonly unknown[]) => Fault

/** Up to 256 bits. */
const quantity = /^0x[0-9a-f]{1,64}$/i
/** Up to 128 bits: multiplied by an amount of gas, it is still a number of 256. */
const price = /^0x0{0,32}[0-9a-f]{1,32}$/i
/** Up to 52 bits: exact as a `number`. */
const count = /^0x0{0,51}[0-9a-f]{1,13}$/i
/** Unix seconds, up to the year 4147. */
const time = /^0x0{0,55}[0-9a-f]{1,9}$/i
const hash = /^0x[0-9a-f]{64}$/i
const address = /^0x[0-9a-f]{40}$/i
const status = /^0x[01]$/
const otherThanHex = /[^0-9a-f]/i
const topicsMax = 4

const matching =
  (pattern: RegExp): IsRight =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const orNothing =
  (isRight: IsRight): IsRight =>
  (value) =>
    value === undefined || value === null || isRight(value)
const listOf =
  (isRight: IsRight): IsRight =>
  (value) =>
    Array.isArray(value) && value.every(isRight)

const isText: IsRight = (value) => typeof value === 'string'
const isQuantity = matching(quantity)
const isPrice = matching(price)
const isCount = matching(count)
const isTime = matching(time)
const isHash = matching(hash)
const isAddress = matching(address)
/** No single pattern: it would store a place to backtrack to for each of millions of bytes. */
const isData: IsRight = (value) =>
  typeof value === 'string' &&
  value.startsWith('0x') &&
  value.length % 2 === 0 &&
  !otherThanHex.test(value.slice(2))
const isTopics: IsRight = (value) =>
  Array.isArray(value) && value.length <= topicsMax && value.every(isHash)

const header: Shape = [
  ['number', isCount],
  ['hash', isHash],
  ['parentHash', isHash],
  ['timestamp', isTime],
  ['logsBloom', orNothing(isData)],
  ['baseFeePerGas', orNothing(isQuantity)],
  ['gasLimit', orNothing(isQuantity)],
  ['gasUsed', orNothing(isQuantity)],
  ['size', orNothing(isQuantity)],
  ['difficulty', orNothing(isQuantity)],
  ['totalDifficulty', orNothing(isQuantity)],
  ['blobGasUsed', orNothing(isQuantity)],
  ['excessBlobGas', orNothing(isQuantity)],
]
/** The block that is being built has neither number nor hash yet. */
const pendingHeader: Shape = header.map(([field, isRight]) => [
  field,
  field === 'number' || field === 'hash' ? orNothing(isRight) : isRight,
])
const log: Shape = [
  ['address', isAddress],
  ['topics', isTopics],
  ['data', isData],
  ['blockNumber', isCount],
  ['blockHash', isHash],
  ['logIndex', isCount],
  ['transactionHash', isHash],
  ['transactionIndex', orNothing(isCount)],
  ['blockTimestamp', orNothing(isQuantity)],
]
const receipt: Shape = [
  ['transactionHash', isHash],
  ['blockHash', isHash],
  ['blockNumber', isCount],
  ['status', matching(status)],
  ['logs', Array.isArray],
  ['gasUsed', orNothing(isCount)],
  ['cumulativeGasUsed', orNothing(isQuantity)],
  ['effectiveGasPrice', orNothing(isPrice)],
  ['transactionIndex', orNothing(isCount)],
  ['type', orNothing(isQuantity)],
  ['blobGasPrice', orNothing(isQuantity)],
  ['blobGasUsed', orNothing(isQuantity)],
  ['l1Fee', orNothing(isQuantity)],
]
const transaction: Shape = [
  ['hash', isHash],
  ['nonce', isCount],
  ['blockNumber', orNothing(isCount)],
  ['blockHash', orNothing(isHash)],
  ['transactionIndex', orNothing(isCount)],
  ['input', isData],
  ...[
    'chainId',
    'gas',
    'gasPrice',
    'maxFeePerGas',
    'maxPriorityFeePerGas',
    'type',
    'v',
    'value',
  ].map((field) => [field, orNothing(isQuantity)] as const),
]
const feeHistory: Shape = [
  ['oldestBlock', orNothing(isCount)],
  ['baseFeePerGas', orNothing(listOf(isQuantity))],
  ['gasUsedRatio', orNothing(listOf((value) => typeof value === 'number'))],
  ['reward', orNothing(listOf(listOf(isQuantity)))],
]

const one =
  (isRight: IsRight): FindFault =>
  (result) =>
    isRight(result) ? null : describe(result)

const logs: FindFault = (result) => {
  if (!Array.isArray(result)) return describe(result)
  for (const [index, entry] of result.entries()) {
    const fault = faultOf(log, entry)
    if (fault) return `[${index}] ${fault}`
  }
  return null
}
const hashesInBlock: Shape = [['transactions', orNothing(listOf(isText))]]
const transactionsInBlock: Shape = [
  ['transactions', orNothing(listOf((value) => faultOf(transaction, value) === null))],
]
/** A block names its transactions by their hashes, or holds them whole where that was asked for. */
const block: FindFault = (result, [tag, isWhole]) => {
  if (result === null) return null
  const fault = faultOf(tag === 'pending' ? pendingHeader : header, result)
  return fault ?? faultOf(isWhole === true ? transactionsInBlock : hashesInBlock, result)
}

const faultByMethod: Record<string, FindFault> = {
  eth_blockNumber: one(isCount),
  eth_call: one(isData),
  eth_chainId: one(isCount),
  eth_estimateGas: one(isQuantity),
  eth_feeHistory: (result) => faultOf(feeHistory, result),
  eth_gasPrice: one(isQuantity),
  eth_getBalance: one(isQuantity),
  eth_getBlockByHash: block,
  eth_getBlockByNumber: block,
  eth_getCode: one(isData),
  eth_getLogs: logs,
  eth_getTransactionByHash: (result) => (result === null ? null : faultOf(transaction, result)),
  eth_getTransactionCount: one(isCount),
  eth_getTransactionReceipt: (result, params) => {
    if (result === null) return null
    const fault = faultOf(receipt, result)
    if (fault) return fault
    const inLogs = logs((result as { logs: unknown }).logs, params)
    return inLogs && `logs${inLogs}`
  },
  eth_maxPriorityFeePerGas: one(isQuantity),
  eth_sendRawTransaction: one(isHash),
}

/** Finds what is wrong with the result of a request; null where nothing is. */
export function findFault({ method, params }: RpcRequest, result: unknown): Fault {
  const fault = faultByMethod[method]?.(result, Array.isArray(params) ? params : [])
  return fault ?? null
}

function faultOf(shape: Shape, value: unknown): Fault {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return describe(value)
  for (const [field, isRight] of shape) {
    const found = (value as Record<string, unknown>)[field]
    if (!isRight(found)) return `${field} ${describe(found)}`
  }
  return null
}

/** Describes a value without quoting a node's text, which may be long and misleading. */
function describe(value: unknown): string {
  if (typeof value === 'string') return `is a text of ${value.length} characters`
  if (Array.isArray(value)) return `is a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'is an object'
  return value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`
}

const mebibyte = 1024 * 1024
/** Methods whose answers may be long. All other answers are limited to 1 MiB, so that no node fills our memory. */
const longMethods = new Set([
  'eth_call',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getLogs',
  'eth_getTransactionReceipt',
])

/** Returns how many bytes the answer to a method may have. */
export const answerBytesMaxOf = (method: string): number =>
  longMethods.has(method) ? 32 * mebibyte : mebibyte

export type RpcRequest = { method: string; params?: unknown }
