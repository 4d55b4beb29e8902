/** Counts what became of messages, for `/metrics`: once for each batch and machine, so that a turn costs nothing of it. */
import { chargesEndedTotal, turnsTotal } from '../../shared/metrics/counted.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { openCharges } from '../../core/states.ts'
import type { Turn } from '../../core/turn/turn.ts'

export function countMoved(turns: readonly Turn[]): void {
  for (const [machine, ofMachine] of Map.groupBy(turns, ({ message }) => message.kind))
    turnsTotal.inc({ machine, outcome: 'moved' }, ofMachine.length)
  for (const turn of turns) countIfEnded(turn)
}

export function countUnmoved(machine: ActorKind, outcome: string): void {
  turnsTotal.inc({ machine, outcome })
}

const isOpen = (status: string): boolean => (openCharges as string[]).includes(status)

function countIfEnded({ next: { actor }, journal: { fromState } }: Turn): void {
  if (actor.kind !== 'charge' || isOpen(actor.status)) return
  const [statusBefore = ''] = fromState.split('.', 1)
  if (statusBefore !== '' && !isOpen(statusBefore)) return
  const { reason } = actor.snapshot.context
  chargesEndedTotal.inc({ status: actor.status, reason: reason ?? '' })
}
