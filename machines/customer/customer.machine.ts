/**
 * A customer has access as long as one subscription grants it, whichever.
 *
 * Each subscription reports once when it begins to grant access and once when it ends, so their number is
 * enough, however many there are and in whatever order the reports come: one that overtakes another makes
 * the number wrong for a moment, and never for good.
 */
import { assign, setup } from 'xstate'
import { z } from 'zod'
import type { Clocked } from '../effect.ts'
import { type EventOf, eventOf } from '../event-of.ts'
import { Address, machineOptions, Moment, Reason } from '../primitives.ts'
import { type CustomerEvent, CustomerInput } from './customer.events.ts'

export const CustomerContext = z.strictObject({
  ...CustomerInput.shape,
  now: z.number(),
  /** Subscriptions that grant access; below zero while an end has overtaken its beginning. */
  granting: z.int(),
  /** The subscription that made the last difference. */
  contractAddress: Address.nullable(),
  /** Until when there was access, if nothing more is paid, as of `since`. */
  accessUntil: Moment.nullable(),
  reason: Reason.nullable(),
  /** When access began or ended. */
  since: Moment,
})
export type CustomerContext = z.infer<typeof CustomerContext>

type Granted = EventOf<CustomerEvent, 'customer.accessGranted'>
type Ended = EventOf<CustomerEvent, 'customer.accessEnded'>

const customerSetup = setup({
  types: {} as {
    input: CustomerInput & Clocked
    context: CustomerContext
    events: CustomerEvent
  },
  guards: {
    isFirstToGrant: ({ context }) => context.granting === 0,
    isLastToGrant: ({ context }) => context.granting === 1,
  },
  actions: {
    countGrant: assign({ granting: ({ context }) => context.granting + 1 }),
    countEnd: assign({ granting: ({ context }) => context.granting - 1 }),
    recordGranted: assign(({ context }, { contractAddress, until }: Granted) => ({
      contractAddress,
      accessUntil: until,
      reason: null,
      since: new Date(context.now).toISOString(),
    })),
    recordEnded: assign(({ context }, { contractAddress, reason }: Ended) => ({
      contractAddress,
      accessUntil: null,
      reason,
      since: new Date(context.now).toISOString(),
    })),
  },
})

export const customerMachine = customerSetup.createMachine({
  id: 'customer',
  version: '1',
  description: 'Whether a customer may use the product, by all subscriptions under this name.',
  options: machineOptions,
  context: ({ input }) => ({
    ...input,
    granting: 0,
    contractAddress: null,
    accessUntil: null,
    reason: 'NotStarted',
    since: input.createdAt,
  }),
  initial: 'WithoutAccess',
  states: {
    WithoutAccess: {
      description: 'No subscription lets the customer in.',
      on: {
        'customer.accessGranted': [
          {
            guard: 'isFirstToGrant',
            target: 'WithAccess',
            actions: ['countGrant', { type: 'recordGranted', params: eventOf<Granted> }],
          },
          { actions: 'countGrant' },
        ],
        'customer.accessEnded': { actions: 'countEnd' },
      },
    },
    WithAccess: {
      description: 'At least one subscription lets the customer in.',
      on: {
        'customer.accessGranted': { actions: 'countGrant' },
        'customer.accessEnded': [
          {
            guard: 'isLastToGrant',
            target: 'WithoutAccess',
            actions: ['countEnd', { type: 'recordEnded', params: eventOf<Ended> }],
          },
          { actions: 'countEnd' },
        ],
      },
    },
  },
})
