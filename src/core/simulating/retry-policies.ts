/** The machines as they would be with other times for the attempts of a charge. */
import { assign } from 'xstate'
import { hourMs } from '../../../machines/durations.ts'
import {
  type ChargeContext,
  nextAttemptMs,
  rememberFailure,
} from '../../../machines/charge/charge.context.ts'
import { chargeMachine } from '../../../machines/charge/charge.machine.ts'
import type { ReasonName } from '../../../machines/reasons.ts'
import { type ActorDefinition, actorDefinitions } from '../turn/actor-definitions.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import type { RetryPolicy } from './scenario.ts'

type Memory = { context: ChargeContext }

/** The definitions with which the service runs, or those of another policy. */
export function definitionsFor(
  policy: RetryPolicy | undefined,
): Record<ActorKind, ActorDefinition> {
  if (!policy) return actorDefinitions
  const offsetsMs = policy.map((hours) => hours * hourMs)
  const machine = chargeMachine.provide({
    guards: {
      mayTryAgain: ({ context }: Memory) =>
        !context.isInitial && nextAttemptMs(context, offsetsMs) !== null,
    },
    actions: {
      recordFailure: assign((memory: Memory, why: { reason: ReasonName }) =>
        rememberFailure(memory, why, offsetsMs),
      ),
    },
  })
  return { ...actorDefinitions, charge: { ...actorDefinitions.charge, machine } }
}
