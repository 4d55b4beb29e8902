/** Waits, with a limit, for what happens on the chain. */
import type { Hex } from 'viem'
import { type Provider, read } from '../../wallet/provider.ts'
import { SigningStopped, type SigningTrouble } from './outcome.ts'

const askAgainMs = 1_000
const waitMinutesMax = 10

/** Asks again and again until there is an answer; ends with `otherwise` when the limit is over. */
export async function until<Answer>(
  ask: () => Promise<Answer | null>,
  otherwise: SigningTrouble,
): Promise<Answer> {
  const attemptsMax = (waitMinutesMax * 60_000) / askAgainMs
  for (let attempts = 0; attempts < attemptsMax; attempts++) {
    // A node that does not answer once may answer the next time.
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof SigningStopped) throw error
      return null
    })
    if (answer !== null) return answer
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
  throw new SigningStopped(otherwise)
}

/** Waits until a block has taken the transaction; one that ran without effect ends the attempt. */
export async function untilMined(provider: Provider, hash: Hex): Promise<void> {
  const status = await until(
    async () => {
      const receipt = await read(provider, 'eth_getTransactionReceipt', [hash])
      return (receipt as { status?: string } | null)?.status ?? null
    },
    { trouble: 'pending', hash },
  )
  if (BigInt(status) === 0n) throw new SigningStopped({ trouble: 'reverted', hash })
}
