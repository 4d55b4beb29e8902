/**
 * A permit is a payer's signature by which a subscription's contract may take tokens (EIP-2612). The
 * merchant's gas wallet sends it, so that the payer needs no gas. It is tried on the chain before, and
 * sent only where the token would accept it. It ends by its own deadline, whatever else happens.
 */
import { assign, setup } from 'xstate'
import { z } from 'zod'
import { hourMs, secondMs } from '../durations.ts'
import { type Clocked, effect } from '../effect.ts'
import { type EventOf, eventOf } from '../event-of.ts'
import { Id, machineOptions, Reason } from '../primitives.ts'
import type { ReasonName } from '../reasons.ts'
import { type PermitEvent, PermitInput } from './permit.events.ts'

/** So many transactions may fail, each although the permit had looked good right before. */
const sendsMax = 3
/** A sent permit is waited for this long after its deadline: its block may have yet to be final. */
const finalityMaxMs = hourMs
/** The token takes a permit in the last second of its deadline, too. */

export const PermitContext = z.strictObject({
  ...PermitInput.shape,
  now: z.number(),
  /** Why it waits, or why it ended. */
  reason: Reason.nullable(),
  /** The transaction that carries it, or did last. */
  transactionId: Id.nullable(),
  sends: z.int().nonnegative(),
})
export type PermitContext = z.infer<typeof PermitContext>

type Submitted = EventOf<PermitEvent, 'permit.submitted'>
type Because = { reason: ReasonName }

const permitSetup = setup({
  types: {} as {
    input: PermitInput & Clocked
    context: PermitContext
    events: PermitEvent
    tags: 'closed'
  },
  guards: {
    wasSentTooOften: ({ context }) => context.sends >= sendsMax,
  },
  delays: {
    untilDeadline: ({ context }) => Date.parse(context.deadline) + secondMs - context.now,
    untilFinalAtLatest: ({ context }) => Date.parse(context.deadline) + finalityMaxMs - context.now,
  },
  actions: {
    // Effects.
    requestPermit: effect(),
    checkFunds: effect(),
    // Changes of the context.
    recordSent: assign(({ context }, { transactionId }: Submitted) => ({
      transactionId,
      reason: null,
      sends: context.sends + 1,
    })),
    recordReason: assign((_, { reason }: Because) => ({ reason })),
    clearReason: assign({ reason: null }),
  },
})

const recordReason = { type: 'recordReason', params: eventOf<Because> } as const
const expired = {
  target: 'Expired',
  actions: { type: 'recordReason', params: { reason: 'DeadlinePassed' as const } },
} as const
const used = { target: 'Used', actions: recordReason } as const
const confirmed = { target: 'Used', actions: ['clearReason', 'checkFunds'] } as const

const ended = {
  'permit.submitted': {},
  'permit.heldBack': {},
  'permit.confirmed': {},
  'permit.failed': {},
  'permit.used': {},
  'permit.superseded': {},
  'permit.expired': {},
  'permit.refused': {},
} as const

export const permitMachine = permitSetup.createMachine({
  id: 'permit',
  version: '1',
  description: 'A permission that the payer has signed, sent by the gas wallet of the merchant.',
  options: machineOptions,
  context: ({ input }) => ({ ...input, reason: null, transactionId: null, sends: 0 }),
  initial: 'Waiting',
  states: {
    Waiting: {
      id: 'Waiting',
      description:
        'The chain is asked whether the token would take it; the gas wallet sends it as soon as it can. It waits at most until its deadline.',
      entry: 'requestPermit',
      after: { untilDeadline: expired },
      on: {
        'permit.submitted': {
          target: 'Sent',
          actions: { type: 'recordSent', params: eventOf<Submitted> },
        },
        'permit.heldBack': { actions: recordReason },
        'permit.used': used,
        'permit.superseded': { target: 'Superseded', actions: recordReason },
        'permit.refused': { target: 'Refused', actions: recordReason },
        'permit.expired': { target: 'Expired', actions: recordReason },
        'permit.confirmed': confirmed,
        'permit.failed': {},
      },
    },
    Sent: {
      id: 'Sent',
      description:
        'A transaction carries it. The subscription goes on as soon as a block shows the allowance.',
      after: { untilFinalAtLatest: expired },
      on: {
        'permit.confirmed': confirmed,
        'permit.failed': [
          { guard: 'wasSentTooOften', target: 'Refused', actions: recordReason },
          { target: 'Waiting', actions: recordReason },
        ],
        'permit.submitted': { actions: 'clearReason' },
        'permit.heldBack': { actions: recordReason },
        'permit.used': {},
        'permit.superseded': {},
        'permit.expired': {},
        'permit.refused': {},
      },
    },
    Used: {
      description: 'What it allows is allowed. The allowance is read from the chain.',
      tags: 'closed',
      on: ended,
    },
    Superseded: {
      description:
        'Its nonce was used by something else, and another sum is allowed than it says. The payer may sign again.',
      tags: 'closed',
      on: ended,
    },
    Expired: {
      description: 'Its deadline passed before the token took it. The payer may sign again.',
      tags: 'closed',
      on: { ...ended, 'permit.confirmed': { target: 'Used', actions: 'clearReason' } },
    },
    Refused: {
      description:
        'The token would not take it, or it was not worth its gas; the reason says which. The payer may sign again, or approve by a transaction.',
      tags: 'closed',
      on: ended,
    },
  },
})
