/** The errors with which wallets refuse (EIP-1193, EIP-5792). */
export const refusedByUser = { code: 4001, message: 'User rejected the request.' }
export const unknownChain = { code: 4902, message: 'Unrecognized chain ID.' }
export const notSupported = { code: 4200, message: 'The method is not supported.' }
export const unknownBatch = { code: 5730, message: 'Unknown bundle id.' }

type WalletError = { code: number; message: string; data?: unknown }

export class Refusal extends Error {
  readonly code: number
  constructor({ code, message }: WalletError) {
    super(message)
    this.code = code
  }
}

const internalError = -32_603
const causesMax = 10

/** Passes an error on as wallets do: the node's own code and the bytes of its revert, where it gave some. */
export function toAnswer(error: unknown): WalletError {
  const { message } = error as Error
  let cause = error as { code?: unknown; data?: unknown; cause?: unknown } | undefined
  for (let depth = 0; cause && depth < causesMax; depth++) {
    const { code, data } = cause
    if (typeof code === 'number') return { code, message, ...(data !== undefined && { data }) }
    cause = cause.cause as typeof cause
  }
  return { code: internalError, message }
}
