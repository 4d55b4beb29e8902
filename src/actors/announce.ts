/**
 * Says what a commit brought: messages go to the other actors, relays are woken, and
 * whoever watches an actor hears that it moved. All of it may be lost; the outbox
 * remembers.
 */
import type { Bus } from '../bus/bus.ts'
import type { Message } from '../shared/message.ts'
import type { NewOutboxRow } from '../store/turn-rows.ts'
import type { Turn } from './turn.ts'

export function announceTurns({ bus }: { bus: Bus }, turns: Turn[]): void {
  if (!turns.length) return
  const rows = turns.flatMap(({ outbox }) => outbox)
  const messages = rows.filter(({ channel }) => channel === 'actor').map(toMessage)
  if (messages.length) void bus.publish(messages)
  for (const channel of ['chain', 'event', 'webhook'] as const)
    if (rows.some((row) => row.channel === channel)) bus.wake(channel)
  for (const { next } of turns) {
    const { kind, id, revision, status, phase } = next.actor
    bus.changed({ kind, id, revision, status, phase })
  }
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
