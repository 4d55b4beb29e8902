/** The business verification of one merchant, decided by the operator of the service. */
import { assign, setup } from 'xstate'
import { z } from 'zod'
import type { Clocked, CommandMeta } from '../effect.ts'
import { type EventOf, eventOf } from '../event-of.ts'
import {
  BusinessDetails,
  type VerificationEvent,
  VerificationInput,
} from './verification.events.ts'
import { machineOptions } from '../primitives.ts'

export const VerificationContext = z.strictObject({
  ...VerificationInput.shape,
  now: z.number(),
  details: BusinessDetails.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type VerificationContext = z.infer<typeof VerificationContext>

type Verdict = { by: string; reason?: string }

const verificationSetup = setup({
  types: {} as {
    input: VerificationInput & Clocked
    context: VerificationContext
    events: VerificationEvent
    meta: CommandMeta
  },
  actions: {
    recordDetails: assign((_, { details }: { details: z.infer<typeof BusinessDetails> }) => ({
      details,
      decidedBy: null,
      reason: null,
    })),
    recordVerdict: assign((_, { by, reason }: Verdict) => ({
      decidedBy: by,
      reason: reason ?? null,
    })),
  },
})

const submit = {
  target: 'Submitted',
  actions: {
    type: 'recordDetails',
    params: eventOf<EventOf<VerificationEvent, 'verification.submit'>>,
  },
  meta: { label: 'Submit', roles: ['merchant'] },
} as const

export const verificationMachine = verificationSetup.createMachine({
  id: 'verification',
  version: '1',
  description: 'Whether the merchant may take real money, on the main network.',
  options: machineOptions,
  context: ({ input }) => ({ ...input, details: null, decidedBy: null, reason: null }),
  initial: 'NotSubmitted',
  states: {
    NotSubmitted: {
      description: 'The merchant has not sent the details of the business yet.',
      on: { 'verification.submit': submit },
    },
    Submitted: {
      description: 'The details were sent. The operator has to decide.',
      on: {
        'verification.approve': {
          target: 'Approved',
          actions: { type: 'recordVerdict', params: eventOf<Verdict> },
          meta: { label: 'Approve', roles: ['operator'] },
        },
        'verification.reject': {
          target: 'Rejected',
          actions: { type: 'recordVerdict', params: eventOf<Verdict> },
          meta: { label: 'Reject', roles: ['operator'] },
        },
      },
    },
    Approved: {
      description: 'The merchant may take money on the main network.',
      on: {
        'verification.revoke': {
          target: 'Revoked',
          actions: { type: 'recordVerdict', params: eventOf<Verdict> },
          meta: { label: 'Revoke', roles: ['operator'] },
        },
      },
    },
    Rejected: {
      description: 'The operator refused, and said why. The merchant may submit again.',
      on: { 'verification.submit': submit },
    },
    Revoked: {
      description: 'The operator took the approval back. The merchant may submit again.',
      on: { 'verification.submit': submit },
    },
  },
})
