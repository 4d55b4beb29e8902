/**
 * What a node's error means for how it is to be asked. Providers agree neither on codes nor on
 * words, so both are looked at; the words are those of geth, Erigon, Nethermind, reth, anvil,
 * Hardhat and of the large providers.
 */
import {
  ContractFunctionRevertedError,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem'

/** Only ever used for "you ask too often". -32005 is not one of them: it also means "too much". */
const tooOftenCodes = new Set([429, -32_007, -32_029])
const limitExceededCode = -32_005
/** The code of a revert, by which most nodes tell it from failures of their own. */
const revertCode = 3

const tooOftenWords =
  /\brate\b|too many requests|requests?( count)? (limit|exceeded)|request count|(per|each|\/) ?(second|minute|hour|day|month)|compute units|throttl|quota|\bcredits?\b|daily|monthly|capacity exceeded/i
const quotaWords = /daily|monthly|per (day|month)|quota|\bcredits?\b/i
const tooWideWords =
  /block range|blocks? (distance|limit)|\branges?\b|(max|maximum|limited to|more than|up to)[^.]{0,20}\bblocks\b|too many blocks/i
const tooManyWords =
  /(more than|exceed\w*|max\w*|too many)[^.]{0,20}\b(results|logs)\b|(response|result)( body| set)?( size)? (is )?(too (large|big)|exceed)|response size|query timeout/i
/** A block that the node lacks is no habit of the node. */
const missingBlockWords =
  /header not found|unknown block|block .{0,80}not (found|available)|not (find|found).{0,20}block|missing trie node|historical state|pruned|after last accepted/i
const lostStatuses = new Set([502, 503])
const tooWideStatuses = new Set([400, 408, 413, 414, 504, 524])

/** Tells whether the node wants to be asked less often. */
export function isTooOften(error: unknown, method: string): boolean {
  return causesOf(error).some((cause) => {
    if (cause instanceof HttpRequestError)
      return cause.status === 429 || (isRefusal(cause) && tooOftenWords.test(cause.details))
    if (!(cause instanceof RpcRequestError)) return false
    if (tooOftenCodes.has(cause.code)) return true
    const isAboutSize = tooWideWords.test(cause.details) || tooManyWords.test(cause.details)
    if (isRevert(cause) || isAboutSize) return false
    // Of logs, "limit exceeded" without a further word is what BNB Chain says of a wide range.
    const isBare = cause.code === limitExceededCode && method !== 'eth_getLogs'
    return isBare || tooOftenWords.test(cause.details)
  })
}

/** Tells whether no more is to be had today, so that asking again soon is in vain. */
export const isUsedUp = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) =>
      (cause instanceof HttpRequestError || cause instanceof RpcRequestError) &&
      quotaWords.test(cause.details),
  )

/**
 * What was too much about a request for logs. `range`: so many blocks. `results`: what lay in just
 * these blocks. `maybe`: an answer that gives no reason. `null`: it was something else.
 */
export function isTooMuch(error: unknown): 'range' | 'results' | 'maybe' | null {
  if (isTooOften(error, 'eth_getLogs')) return null
  for (const cause of causesOf(error)) {
    if (!(cause instanceof HttpRequestError || cause instanceof RpcRequestError)) continue
    if (missingBlockWords.test(cause.details)) return null
    if (tooManyWords.test(cause.details)) return 'results'
    if (tooWideWords.test(cause.details)) return 'range'
    if (cause instanceof RpcRequestError) return 'maybe'
    return tooWideStatuses.has(cause.status ?? 0) ? 'range' : null
  }
  return null
}

/** Tells whether a node answered that it does not hold the block that was asked for. */
export const isMissingBlock = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) => cause instanceof RpcRequestError && missingBlockWords.test(cause.details),
  )

/** Tells whether an error means that the node did not answer, as opposed to answering with an error. */
export function isNoAnswer(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      cause instanceof HttpRequestError ||
      cause instanceof TimeoutError ||
      (cause instanceof RpcRequestError && isTooOften(cause, '')),
  )
}

/**
 * Tells whether a gateway says that it lost a request or its answer, and nothing of when to come again:
 * the next one may well get through.
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
 * Tells whether a read failed because of the node: it did not answer, lacks a block, or is ill.
 * A revert is no failure but the contract's answer.
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

/** Payment required, or forbidden: what some providers say instead of 429. */
const isRefusal = ({ status }: HttpRequestError): boolean => status === 402 || status === 403

const isRevert = ({ code, details }: RpcRequestError): boolean =>
  code === revertCode || /revert/i.test(details)

/** An error and its causes, the outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause)
  return causes
}
