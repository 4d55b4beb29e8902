import type { CustomerContext } from '../../../machines/customer/customer.machine.ts'
import type { Case } from '../../support/explore.ts'
import { addressOf, beganAt, daysLater, idOf, owner } from './owner.ts'

/** More subscriptions than this differ in nothing from as many. */
const grantingMax = 3

export const granted = (digit = 'a') => ({
  type: 'customer.accessGranted',
  contractAddress: addressOf(digit),
  until: daysLater(12),
})
export const ended = (reason = 'GraceExpired', digit = 'a') => ({
  type: 'customer.accessEnded',
  contractAddress: addressOf(digit),
  reason,
})

export const input = { id: idOf('K'), ...owner, customerId: 'customer-1', createdAt: daysLater(0) }

export const customerCases: Case[] = [
  {
    kind: 'customer',
    title: 'a customer of a few subscriptions',
    input,
    beganAt,
    eventsAt: ({ context }) => {
      const { granting } = context as CustomerContext
      return [
        ...(granting < grantingMax ? [granted()] : []),
        ...(granting > -grantingMax ? [ended()] : []),
      ]
    },
    differencesOf: ({ context }) => (context as CustomerContext).granting,
  },
]
