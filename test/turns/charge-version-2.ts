/**
 * A second version of the charge machine: what waits between two attempts is called `Resting`, and how often a charge
 * rested is counted. With the upgrade that brings charges of version 1 to it.
 */
import { assign, createMachine } from 'xstate'
import { z } from 'zod'
import { ChargeContext, firstMemory } from '../../machines/charge/charge.context.ts'
import { chargeMachine } from '../../machines/charge/charge.machine.ts'
import type { Upgrade } from '../../machines/upgrade.ts'
import { type ActorDefinitions, actorDefinitions } from '../../src/core/turn/actor-definitions.ts'

const Context = z.strictObject({ ...ChargeContext.shape, rests: z.int().nonnegative() })
type Context = z.infer<typeof Context>

const newNames: Record<string, string> = { Waiting: 'Resting', '#Waiting': '#Resting' }
const [oldTimer, newTimer] = ['Waiting', 'Resting'].map(
  (state) => `xstate.after.untilNextAttempt.${state}`,
) as [string, string]

/** Gives the state another name, wherever a part of the machine's configuration has it. */
function rename(part: unknown): unknown {
  if (typeof part === 'string') return newNames[part] ?? part
  if (Array.isArray(part)) return part.map(rename)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [newNames[name] ?? name, rename(value)]),
  )
}

function newMachine() {
  const config = rename(chargeMachine.config) as typeof chargeMachine.config & {
    states: { Retrying: { states: { Resting: object } } }
  }
  const { Resting } = config.states.Retrying.states
  const countRest = assign({ rests: ({ context }: { context: Context }) => context.rests + 1 })
  Object.assign(Resting, { entry: countRest })
  const context = ({ input }: { input: Parameters<typeof firstMemory>[0] }) => ({
    ...firstMemory(input),
    rests: 0,
  })
  const changed = { ...config, version: '2', context }
  return createMachine(changed as never, chargeMachine.implementations as never)
}

const upgrade: Upgrade = ({ value, context, timers }) => {
  const { [oldTimer]: dueAt, ...others } = timers
  const rested = Number(context['attempts']) - 1
  return dueAt === undefined
    ? { value, context: { ...context, rests: Math.max(0, rested) }, timers }
    : {
        value: { Retrying: 'Resting' },
        context: { ...context, rests: rested + 1 },
        timers: { ...others, [newTimer]: dueAt },
      }
}

const version2 = { ...actorDefinitions.charge, machine: newMachine(), version: 2, Context }

/** The definitions of a release with version 2, and of one whose authors forgot the upgrade. */
export const newRelease: ActorDefinitions = {
  ...actorDefinitions,
  charge: { ...version2, upgrades: { 1: upgrade } },
}
export const forgetfulRelease: ActorDefinitions = { ...actorDefinitions, charge: version2 }
