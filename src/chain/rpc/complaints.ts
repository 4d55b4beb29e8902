/**
 * Finds out from a node's error how the node wants to be asked. Providers agree neither on codes nor
 * on texts, so both are compared; the patterns match the texts of geth, Erigon, Nethermind, reth,
 * anvil, Hardhat and of the large providers.
 */
import {
  ContractFunctionRevertedError,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem'
import { meaningOf } from './send-words.ts'

/** Codes that only mean "you ask too often". -32005 is not one of them: it also means "too much". */
const tooOftenCodes = new Set([429, -32_007, -32_029])
const limitExceededCode = -32_005
/** The code of a revert, by which most nodes distinguish it from failures of their own. */
const revertCode = 3

const tooOftenText =
  /\brate\b|too many requests|requests?( count)? (limit|exceeded)|request count|(per|each|\/) ?(second|minute|hour|day|month)|compute units|throttl|quota|\bcredits?\b|daily|monthly|capacity exceeded/i
/** A refusal of bytes may speak of rates and credits as well, so that it means a limit only in these words. */
const sentTooOftenText = /too many requests|\brate[- ]?limit|\brequest (rate|count|limit)/i
const quotaText = /daily|monthly|per (day|month)|quota|\bcredits?\b/i
const tooWideText =
  /block range|blocks? (distance|limit)|\branges?\b|(max|maximum|limited to|more than|up to)[^.]{0,20}\bblocks\b|too many blocks/i
const tooManyText =
  /(more than|exceed\w*|max\w*|too many)[^.]{0,20}\b(results|logs)\b|(response|result)( body| set)?( size)? (is )?(too (large|big)|exceed)|response size|query timeout/i
/** A missing block says nothing about how the node wants to be asked. */
const missingBlockText =
  /header not found|unknown block|block .{0,80}not (found|available)|not (find|found).{0,20}block|missing trie node|historical state|pruned|after last accepted/i
export const sendMethod = 'eth_sendRawTransaction'
const lostStatuses = new Set([502, 503])
const tooWideStatuses = new Set([400, 408, 413, 414, 504, 524])

/** Returns whether the node wants to be asked less often. */
export function isTooOften(error: unknown, method: string): boolean {
  return causesOf(error).some((cause) => {
    if (method === sendMethod) return isSentTooOften(cause)
    if (cause instanceof HttpRequestError)
      return cause.status === 429 || (isRefusal(cause) && tooOftenText.test(cause.details))
    if (!(cause instanceof RpcRequestError)) return false
    if (tooOftenCodes.has(cause.code)) return true
    const isAboutSize = tooWideText.test(cause.details) || tooManyText.test(cause.details)
    if (isRevert(cause) || isAboutSize) return false
    // For logs, a bare "limit exceeded" is BNB Chain's answer to a wide range.
    const isBare = cause.code === limitExceededCode && method !== 'eth_getLogs'
    return isBare || tooOftenText.test(cause.details)
  })
}

/** Besu gives codes that elsewhere mean a limit to bytes that no node takes, so that no other code counts. */
function isSentTooOften(cause: Error): boolean {
  if (cause instanceof HttpRequestError) return cause.status === 429
  if (!(cause instanceof RpcRequestError) || isRevert(cause)) return false
  if (meaningOf(cause.details) !== 'unclear') return false
  return cause.code === 429 || sentTooOftenText.test(cause.details)
}

/** A node was not asked at all, because it had been asked too often. */
export class NotAsked extends HttpRequestError {
  override name = 'NotAsked'
}

/** Returns whether a node itself answers bytes with a limit of requests. */
export const isLimitedByNode = (error: unknown): boolean =>
  isTooOften(error, sendMethod) && !causesOf(error).some((cause) => cause instanceof NotAsked)

/** Returns whether a quota is used up, so that asking again soon is in vain. */
export const isUsedUp = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) =>
      (cause instanceof HttpRequestError || cause instanceof RpcRequestError) &&
      quotaText.test(cause.details),
  )

/**
 * Finds what was too much about a request for logs. `range`: so many blocks. `results`: the logs in
 * just these blocks. `maybe`: the answer gives no reason. `null`: the error means something else.
 */
export function isTooMuch(error: unknown): 'range' | 'results' | 'maybe' | null {
  if (isTooOften(error, 'eth_getLogs')) return null
  for (const cause of causesOf(error)) {
    if (!(cause instanceof HttpRequestError || cause instanceof RpcRequestError)) continue
    if (missingBlockText.test(cause.details)) return null
    if (tooManyText.test(cause.details)) return 'results'
    if (tooWideText.test(cause.details)) return 'range'
    if (cause instanceof RpcRequestError) return 'maybe'
    return tooWideStatuses.has(cause.status ?? 0) ? 'range' : null
  }
  return null
}

/** Returns whether a node answered that it does not hold the block that was asked for. */
export const isMissingBlock = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) => cause instanceof RpcRequestError && missingBlockText.test(cause.details),
  )

/** Returns whether the node did not answer, as opposed to answering the method with an error. */
export function isNoAnswer(error: unknown, method = ''): boolean {
  return causesOf(error).some(
    (cause) =>
      cause instanceof HttpRequestError ||
      cause instanceof TimeoutError ||
      (cause instanceof RpcRequestError && isTooOften(cause, method)),
  )
}

/**
 * Returns whether a gateway lost a request or its answer, and does not say when to ask again: the next
 * request may well get through.
 */
export const isLostOnTheWay = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) =>
      cause instanceof HttpRequestError &&
      lostStatuses.has(cause.status ?? 0) &&
      !cause.headers?.get('retry-after'),
  )

export const isTimeout = (error: unknown): boolean =>
  causesOf(error).some((cause) => cause instanceof TimeoutError)

/**
 * Returns whether a read failed because of the node: it did not answer, lacks a block, or has an error
 * of its own. A revert is no failure but the contract's answer.
 */
export function isNodeFailure(error: unknown): boolean {
  const causes = causesOf(error)
  const isAnswer = causes.some(
    (cause) =>
      cause instanceof ContractFunctionRevertedError ||
      (cause instanceof RpcRequestError && isRevert(cause)),
  )
  return (
    !isAnswer && (isNoAnswer(error) || causes.some((cause) => cause instanceof RpcRequestError))
  )
}

/** Payment required, or forbidden: some providers answer this instead of 429. */
const isRefusal = ({ status }: HttpRequestError): boolean => status === 402 || status === 403

const isRevert = ({ code, details }: RpcRequestError): boolean =>
  code === revertCode || /revert/i.test(details)

/** An error and its causes, the outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause)
  return causes
}
