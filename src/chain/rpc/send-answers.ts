/**
 * Reads what a node says of the bytes of a transaction that it did not take. Nodes, and what stands before them, say it
 * in many forms. All but what only the way can have said counts as the node's word: taken for silence, a refusal would
 * have the same bytes sent for ever.
 */

type SendRefused = { code: number; message: string }

/** The statuses by which the way itself answers: who asks, how often, and that no node was reached. */
const statusesOfTheWay = new Set([401, 402, 407, 408, 429, 502, 503, 504])
/** From here on the large content networks have statuses of their own. */
const networkStatusMin = 520
/** What was sent was read, and is refused: that counts without a word, too. */
const readStatuses = new Set([400, 422])
/** The code where an answer has none that is a number. */
const serverErrorCode = -32_000
const depthMax = 4
/** The fields in which words are found, the outermost first. */
const wordFields = ['message', 'error', 'data', 'details', 'reason', 'originalError'] as const
const hexData = /^0x[0-9a-f]*$/i
const page = /^\s*</

/** Finds a node's refusal in the answer to bytes that were sent; null where it took them, or where no node speaks. */
export function refusalIn(
  status: number,
  text: string,
  answer: Record<string, unknown> | null,
): SendRefused | null {
  const isOk = status >= 200 && status < 300
  const error = answer?.['error'] ?? null
  if (isOk && error === null && answer && 'result' in answer) return null
  if (statusesOfTheWay.has(status) || status >= networkStatusMin) return null
  const words = [...new Set(wordsIn(error ?? answer ?? text))].join(': ')
  const message = words || withoutWords(status, error)
  return message === '' ? null : { code: codeOf(error), message }
}

function wordsIn(said: unknown, depth = 0): string[] {
  if (typeof said === 'string') {
    const isWords = said.trim() !== '' && !hexData.test(said.trim()) && !page.test(said)
    return isWords ? [said.trim()] : []
  }
  if (typeof said !== 'object' || said === null || depth === depthMax) return []
  return wordFields.flatMap((field) => wordsIn((said as Record<string, unknown>)[field], depth + 1))
}

function withoutWords(status: number, error: unknown): string {
  if (error !== null) return JSON.stringify(error)
  return readStatuses.has(status) ? `HTTP ${status}` : ''
}

function codeOf(error: unknown): number {
  const code = (error as { code?: unknown } | null)?.code ?? ''
  const number = code === '' ? Number.NaN : Number(code)
  return Number.isSafeInteger(number) ? number : serverErrorCode
}
