/** Asks the wallet's node whether a transaction was refused, which the service never hears of. */
import type { Hex } from 'viem'
import { type Provider, read } from './provider.ts'

const askMs = 4_000

/** Calls `onReverted` when the network has refused it; until then, or until stopped, keeps asking. */
export function watchForRevert(provider: Provider, hash: Hex, onReverted: () => void): () => void {
  const timer = setInterval(() => void look(), askMs)
  const stop = () => clearInterval(timer)
  const look = async () => {
    const receipt = await read(provider, 'eth_getTransactionReceipt', [hash]).catch(() => null)
    const { status } = (receipt ?? {}) as { status?: unknown }
    if (typeof status !== 'string') return
    stop()
    if (BigInt(status) === 0n) onReverted()
  }
  return stop
}
