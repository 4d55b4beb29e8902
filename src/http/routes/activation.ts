/**
 * An activation is answered when it is known whether the funds are there. The worker
 * accepts the command at once; the chain is checked afterwards, and every commit is
 * published on the bus.
 */
import type { Address } from 'viem'
import type { PhaseOf } from '../../../machines/actors.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Change } from '../../shared/message.ts'
import { wait } from '../../shared/retry.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { MerchantCall } from '../routing/route.ts'
import { requireSubscription } from './subscription-lookup.ts'

const checkTimeoutMs = 10_000
const checkingPhase: PhaseOf['subscription'] = 'CheckingFunds'

/** Runs the command, waits while the chain is checked, 10 s at most, and returns the subscription then. */
export async function waitForFunds(
  { dependencies, caller }: MerchantCall,
  contractAddress: Address,
  command: () => Promise<StoredActor<'subscription'>>,
): Promise<StoredActor<'subscription'>> {
  // Listened to before the command is sent, or its end could be missed.
  const changes = listenTo(dependencies.bus, contractAddress)
  try {
    const accepted = await command()
    if (accepted.phase !== checkingPhase) return accepted
    await changes.until(
      ({ phase, revision }) => revision > accepted.revision && phase !== checkingPhase,
      checkTimeoutMs,
    )
    return await requireSubscription(dependencies, caller.owner, contractAddress)
  } finally {
    changes.stop()
  }
}

function listenTo(bus: Bus, contractAddress: Address) {
  const seen: Change[] = []
  let checkAgain = (): void => undefined
  const stop = bus.onChanged('subscription', contractAddress, (change) => {
    seen.push(change)
    checkAgain()
  })
  return {
    stop,
    /** Resolves when a change fits, or after `timeoutMs`. */
    async until(fits: (change: Change) => boolean, timeoutMs: number): Promise<void> {
      const over = new AbortController()
      checkAgain = () => {
        if (seen.some(fits)) over.abort()
      }
      checkAgain()
      await wait(timeoutMs, over.signal)
    },
  }
}
