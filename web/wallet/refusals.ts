/** What wallets mean by the errors that they throw: their codes, wherever they put them, and the words that some have instead. */
import type { Trouble } from './provider.ts'

export const userRejected = 4001
export const unknownChain = 4902
const alreadyAsked = -32_002
/** The wallet knows no such request. */
const unsupported = [4200, -32_601]
/** WalletConnect's codes of the same refusal, which wallets of a browser pass on. */
const rejected = [userRejected, 5000, 5002]
const rejection =
  /\buser (?:has )?(?:rejected|denied|cancell?ed|declined)|(?:rejected|denied|cancell?ed|declined) by (?:the )?user/i
const unknownNetwork = /unrecogni[sz]ed chain|wallet_addEthereumChain/i

const messageCharactersMax = 160
/** An error may name itself as its cause. */
const layersMax = 8

type WalletError = { code?: unknown; message?: unknown; data?: unknown; cause?: unknown }

/** The error and those within it, the innermost last. */
function layersOf(error: unknown): WalletError[] {
  const layers: WalletError[] = []
  let layer = typeof error === 'string' ? { message: error } : error
  while (typeof layer === 'object' && layer !== null && layers.length < layersMax) {
    layers.push(layer)
    const { data, cause } = layer as WalletError
    layer = (data as { originalError?: unknown } | null | undefined)?.originalError ?? cause
  }
  return layers
}

/** The wallet's own error code; some wallets wrap it in another error, or write it as a text. */
export function codeOf(error: unknown): number | null {
  const codes = layersOf(error).map(({ code }) => (isNumeral(code) ? Number(code) : code))
  return codes.reduce<number | null>(
    (outer, code) => (typeof code === 'number' ? code : outer),
    null,
  )
}

const isNumeral = (code: unknown): boolean => typeof code === 'string' && /^-?\d{1,6}$/.test(code)

const says = (error: unknown, words: RegExp): boolean =>
  layersOf(error).some(({ message }) => typeof message === 'string' && words.test(message))

/** The payer said no in the wallet. */
export const hasDeclined = (error: unknown): boolean =>
  rejected.includes(codeOf(error) ?? 0) || says(error, rejection)

/** The wallet has another question open. */
export const isAlreadyAsked = (error: unknown): boolean => codeOf(error) === alreadyAsked

export const isUnsupported = (error: unknown): boolean => unsupported.includes(codeOf(error) ?? 0)

export const isUnknownNetwork = (error: unknown): boolean =>
  codeOf(error) === unknownChain || says(error, unknownNetwork)

/** The wallet did not answer what needs nobody's consent. */
export class WalletSilent extends Error {}

export function troubleOf(error: unknown): Trouble {
  if (hasDeclined(error)) return { reason: 'declined' }
  if (isAlreadyAsked(error)) return { reason: 'alreadyAsked' }
  if (isUnknownNetwork(error)) return { reason: 'networkUnknown' }
  if (error instanceof WalletSilent) return { reason: 'silent' }
  const { message } = (error ?? {}) as WalletError
  const text = typeof message === 'string' ? message : String(error)
  return { reason: 'failed', message: text.slice(0, messageCharactersMax) }
}
