/**
 * An activation is answered when it is known whether the funds are there. The worker
 * accepts the command at once; the chain is checked afterwards, and every commit is
 * published on the bus.
 */
import type { Address } from 'viem'
import type { PhaseOf } from '../../../machines/actors.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Change } from '../../shared/message.ts'
import { requireKind, type StoredActor } from '../../shared/stored-actor.ts'
import type { CommandRole } from '../../core/turn/command-roles.ts'
import { askActor, requireAccepted } from '../commands.ts'
import type { OwnersCall } from '../routing/route.ts'
import { requireSubscription } from './subscription-lookup.ts'
import { wait } from '../../shared/time.ts'

const checkTimeoutMs = 10_000
const checkingPhase: PhaseOf['subscription'] = 'CheckingFunds'

/** Activates, waits while the chain is checked, 10 s at most, and returns the subscription then. */
export async function activateSubscription(
  call: OwnersCall,
  contractAddress: Address,
  by: CommandRole,
): Promise<StoredActor<'subscription'>> {
  const { dependencies, caller } = call
  // Listened to before the command is sent, or its end could be missed.
  const changes = listenTo(dependencies.bus, contractAddress)
  try {
    const accepted = await activate(call, contractAddress, by)
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

/** A subscription that is on its way, or there, has been activated: no reason to refuse. */
async function activate(
  call: OwnersCall,
  entityId: Address,
  by: CommandRole,
): Promise<StoredActor<'subscription'>> {
  const { caller, dependencies } = call
  const { owner } = caller
  const event = { type: 'subscription.activate' }
  const command = { kind: 'subscription', entityId, owner, event, by } as const
  const reply = await askActor(call, command)
  const isActivated =
    reply.outcome === 'refused' && ['Pending', 'Active'].includes(reply.actor.status)
  return isActivated
    ? requireKind(reply.actor, command.kind)
    : requireAccepted(reply, command, dependencies.clock.now())
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
