/** Asks the wallet's node whether a transaction was reverted, which the service never hears. */
import type { Hex } from 'viem'
import { type Provider, read } from './provider.ts'

const askMs = 4_000

/** Calls `onReverted` when the transaction was reverted; polls until then, or until stopped. */
export function watchForRevert(provider: Provider, hash: Hex, onReverted: () => void): () => void {
  const timer = setInterval(() => void askOnce(), askMs)
  const stop = () => clearInterval(timer)
  const askOnce = async () => {
    const receipt = await read(provider, 'eth_getTransactionReceipt', [hash]).catch(() => null)
    const { status } = (receipt ?? {}) as { status?: unknown }
    if (typeof status !== 'string') return
    stop()
    if (BigInt(status) === 0n) onReverted()
  }
  return stop
}
