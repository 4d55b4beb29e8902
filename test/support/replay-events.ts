/** Plays events on a bare machine of XState, without anything of the service: what a story claims is held against it. */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate'

export type MachineReplay = { at: number; input: object }

/** Begins the machine and sends each event at its moment, in Unix milliseconds. */
export function replayEvents(
  machine: AnyStateMachine,
  { at, input }: MachineReplay,
  sent: { at: number; event: AnyEventObject }[],
): AnyMachineSnapshot {
  let [snapshot]: [AnyMachineSnapshot, unknown[]] = initialTransition(machine, {
    ...input,
    now: at,
  } as never)
  for (const { at: now, event } of sent) {
    const stamped = { ...snapshot, context: { ...snapshot.context, now } } as AnyMachineSnapshot
    ;[snapshot] = transition(machine, stamped, event)
  }
  return snapshot
}
