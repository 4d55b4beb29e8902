/** What wallets mean by the errors that they throw: their codes, wherever they put them, and the words that some have instead. */
export const userRejected = 4001
export const unknownChain = 4902
const alreadyAsked = -32_002
/** The wallet knows no such request. */
const unsupported = [4200, -32_601]
/** WalletConnect's codes of the same refusal, which wallets of a browser pass on. */
const rejected = [userRejected, 5000, 5002]
/**
 * What the payer did, and a request that is no more where nothing else is said. A node rejects transactions too, and a request
 * that a user aborted is what browsers call one that took too long.
 */
const no = 'rejected|denied|cancell?ed|declined|refused'
const rejection = new RegExp(
  `\\buser (has )?(${no}|aborted(?! a request)|disapproved|closed|did not approve)` +
    `|(${no}|aborted|not approved) by (the )?user|\\bpopup (was )?closed` +
    `|^((the )?(request|signature) (was |has been )?)?(${no})\\.?$`,
  'i',
)
const asking = /already (?:pending|processing)/i
const unknownNetwork = /unrecogni[sz]ed chain|wallet_addEthereumChain/i
/** Nodes have codes of their own for a call that the contract refuses; the first one is Geth's. */
const executionReverted = 3
const reverting = /revert|VM execution error|invalid opcode/i

const messageCharactersMax = 160
/** An error may name itself as its cause. */
const depthMax = 4
const errorsOfListMax = 4

type WalletError = { code?: unknown; message?: unknown }

const places = ['data', 'error', 'info', 'originalError', 'cause'] as const

/** The error and those within it, the innermost last: wallets put the node's error, or another wallet's, into one of their own. */
export function layersOf(error: unknown, depth = 0): WalletError[] {
  if (typeof error === 'string') return [{ message: error }]
  if (typeof error !== 'object' || error === null || depth > depthMax) return []
  const within = Array.isArray(error)
    ? error.slice(0, errorsOfListMax)
    : places.map((place) => (error as Record<string, unknown>)[place])
  return [error, ...within.flatMap((one) => layersOf(one, depth + 1))]
}

const codesOf = (error: unknown): number[] =>
  layersOf(error)
    .map(({ code }) => Number(code))
    .filter(Boolean)

/** The wallet's own error code, the innermost; some wallets write it as a text. */
export const codeOf = (error: unknown): number | null => codesOf(error).pop() ?? null

/** Whether any layer has one of the codes, or says it in words. */
const means = (error: unknown, codes: readonly number[], words: RegExp): boolean =>
  codesOf(error).some((code) => codes.includes(code)) ||
  layersOf(error).some(({ message }) => words.test(String(message)))

/** The payer said no in the wallet. */
export const hasDeclined = (error: unknown): boolean => means(error, rejected, rejection)

/** The wallet has another question open. */
export const isAlreadyAsked = (error: unknown): boolean => means(error, [alreadyAsked], asking)

export const isUnsupported = (error: unknown): boolean => unsupported.includes(codeOf(error) ?? 0)

export const isUnknownNetwork = (error: unknown): boolean =>
  means(error, [unknownChain], unknownNetwork)

/** The contract refuses the call, as far as the wallet or its node says so. */
export const isRevert = (error: unknown): boolean => means(error, [executionReverted], reverting)

/** The wallet did not answer what needs nobody's consent. */
export class WalletSilent extends Error {}

export function troubleOf(error: unknown): Trouble {
  if (hasDeclined(error)) return { reason: 'declined' }
  if (isAlreadyAsked(error)) return { reason: 'alreadyAsked' }
  if (isUnknownNetwork(error)) return { reason: 'networkUnknown' }
  if (error instanceof WalletSilent) return { reason: 'silent' }
  let text = String(codeOf(error) ?? '?')
  for (const { message } of layersOf(error))
    if (typeof message === 'string' && /^(?!0x)\S/.test(message)) text = message
  return { reason: 'failed', message: text.slice(0, messageCharactersMax) }
}

/** A problem with the wallet that the payer can do something about. */
export type Trouble =
  | { reason: 'declined' }
  | { reason: 'alreadyAsked' }
  | { reason: 'silent' }
  | { reason: 'networkUnknown' }
  | { reason: 'switchRefused' }
  | { reason: 'failed'; message: string }
