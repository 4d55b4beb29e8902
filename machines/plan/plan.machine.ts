/**
 * A plan says what is charged, how much and how often. It can be changed only while it
 * is a draft; subscriptions can be created only while it is active.
 */
import { assign, setup } from 'xstate'
import { z } from 'zod'
import type { Clocked, CommandMeta } from '../effect.ts'
import { type PlanEvent, PlanInput, type PlanTerms } from './plan.events.ts'
import { machineOptions } from '../primitives.ts'

export const PlanContext = z.strictObject({ ...PlanInput.shape, now: z.number() })
export type PlanContext = z.infer<typeof PlanContext>

const planSetup = setup({
  types: {} as {
    input: PlanInput & Clocked
    context: PlanContext
    events: PlanEvent
    meta: CommandMeta
  },
  actions: {
    recordTerms: assign((_, { terms }: { terms: PlanTerms }) => terms),
  },
})

export const planMachine = planSetup.createMachine({
  id: 'plan',
  version: '1',
  description: 'What is charged, how much and how often.',
  options: machineOptions,
  context: ({ input }) => input,
  initial: 'Draft',
  states: {
    Draft: {
      description: 'Being written. Nobody can subscribe to it yet.',
      on: {
        'plan.update': {
          actions: { type: 'recordTerms', params: ({ event }) => event },
          meta: { label: 'Change', roles: ['merchant'] },
        },
        'plan.activate': { target: 'Active', meta: { label: 'Activate', roles: ['merchant'] } },
      },
    },
    Active: {
      description: 'Customers can be subscribed to it.',
      on: {
        'plan.archive': { target: 'Archived', meta: { label: 'Archive', roles: ['merchant'] } },
      },
    },
    Archived: {
      description: 'Nobody can be subscribed to it any more. Subscriptions that exist go on.',
      on: { 'plan.restore': { target: 'Active', meta: { label: 'Restore', roles: ['merchant'] } } },
    },
  },
})
