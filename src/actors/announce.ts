/**
 * Announces a commit: messages are published to the other actors, relays are woken, and watchers
 * of an actor learn that it moved. All of it may be lost, because the outbox still holds the rows.
 */
import type { Bus } from '../bus/bus.ts'
import { customerActorId } from '../shared/customer-actor-id.ts'
import type { Message } from '../shared/message.ts'
import { ownerKey } from '../shared/owner.ts'
import type { Clock } from '../shared/clock.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import type { NewOutboxRow } from '../core/turn/turn-rows.ts'
import { timersKnownMs } from '../store/engine/timers.ts'
import type { Turn } from '../core/turn/turn.ts'

export function announceTurns({ bus, clock }: { bus: Bus; clock: Clock }, turns: Turn[]): void {
  if (!turns.length) return
  const rows = turns.flatMap(({ outbox }) => outbox)
  const messages = rows.filter(({ channel }) => channel === 'actor').map(toMessage)
  if (messages.length) void bus.publish(messages)
  for (const channel of ['chain', 'event', 'webhook'] as const)
    if (rows.some((row) => row.channel === channel)) bus.wake(channel)
  if (isTimerDueSoon(turns, clock)) bus.wake('timer')
  const moved = turns.map(({ next }) => next.actor)
  for (const { kind, id, revision, status, phase } of moved)
    if (isFollowed(kind)) bus.publishChange({ kind, id, revision, status, phase })
  announceToCustomers(bus, moved)
  announceToOwners(bus, moved)
}

/** The relay knows what is due later when it asks next. */
const isTimerDueSoon = (turns: Turn[], clock: Clock): boolean =>
  turns.some(({ timers }) =>
    timers.some((one) => one.op === 'arm' && one.dueAt - clock.now().getTime() < timersKnownMs),
  )

/** The kinds that somebody follows one by one: the pages of a payment, and whoever waits for an activation. */
const isFollowed = (kind: StoredActor['kind']): boolean =>
  kind === 'payment' || kind === 'subscription'

/** A dashboard hears once for each commit what of its merchant has moved. */
function announceToOwners(bus: Bus, actors: StoredActor[]): void {
  const ofOwners = Map.groupBy(actors, ownerKey)
  for (const moved of ofOwners.values())
    bus.publishOwnersChanges(
      moved[0]!,
      moved.map(({ kind, id }) => ({ kind, id })),
    )
}

/**
 * A follower of a customer hears of subscriptions whose addresses they cannot know yet, and of their permits: once for
 * each commit.
 */
function announceToCustomers(bus: Bus, actors: StoredActor[]): void {
  const customers = new Set<string>()
  for (const actor of actors)
    if (actor.kind === 'subscription' || actor.kind === 'permit')
      customers.add(customerActorId(actor, actor.snapshot.context.customerId))
  for (const id of customers) bus.publishSubscriptionsChange(id)
}

const toMessage = (row: NewOutboxRow): Message => ({
  id: row.id,
  kind: row.kind,
  entityId: row.entityId,
  merchantId: row.merchantId,
  network: row.network,
  event: row.payload as Message['event'],
  cause: row.cause,
})
