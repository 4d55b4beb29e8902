/**
 * An activation is answered when it is known whether the funds are there. The worker
 * accepts the command at once; the chain is checked afterwards, and every commit is
 * published on the bus.
 */
import type { PhaseOf } from '../../../machines/actors.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Change } from '../../shared/message.ts'
import { requireKind, type StoredActor } from '../../shared/stored-actor.ts'
import type { CommandRole } from '../../core/turn/command-roles.ts'
import { askActor, requireAccepted, requireActor } from '../commands.ts'
import type { Commanded } from '../resource-routes.ts'
import type { OwnersCall } from '../routing/route.ts'
import { wait } from '../../shared/time.ts'

const checkTimeoutMs = 10_000
const checkingPhase: PhaseOf['subscription'] = 'CheckingFunds'

/** Activates, waits while the chain is checked, 10 s at most, and returns the subscription then. */
export async function activateSubscription(
  call: OwnersCall,
  { id: entityId }: StoredActor<'subscription'>,
  by: CommandRole,
): Promise<Commanded<'subscription'>> {
  const { dependencies, caller } = call
  // Listened to before the command is sent, or its end could be missed.
  const changes = listenTo(dependencies.bus, entityId)
  try {
    const accepted = await activate(call, entityId, by)
    if (accepted.phase !== checkingPhase) return asActivated(accepted)
    await changes.until(
      ({ phase, revision }) => revision > accepted.revision && phase !== checkingPhase,
      checkTimeoutMs,
    )
    const target = { kind: 'subscription', entityId, owner: caller.owner } as const
    return asActivated(await requireActor(dependencies, target))
  } finally {
    changes.stop()
  }
}

/** A look that found no funds is to be repeated once they are there, under the same key too. */
export const asActivated = (actor: StoredActor<'subscription'>): Commanded<'subscription'> => ({
  actor,
  isWithoutEffect: actor.status === 'Draft',
})

/** A subscription that is on its way, or there, has been activated: no reason to refuse. */
async function activate(
  call: OwnersCall,
  entityId: string,
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

function listenTo(bus: Bus, contractAddress: string) {
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
