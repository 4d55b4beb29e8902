import { hourMs } from '../../../machines/durations.ts'
import { PermitInput } from '../../../machines/permit/permit.events.ts'
import type { Case } from '../../support/explore.ts'
import { addressOf, beganAt, daysLater, hashOf, idOf, owner } from './owner.ts'

export const permitCases: Case[] = [
  {
    kind: 'permit',
    title: 'a permit that is good for an hour',
    input: PermitInput.parse({
      id: idOf('P'),
      ...owner,
      contractAddress: addressOf('a'),
      customerId: 'customer-1',
      blockchain: 'LocalTestNet',
      token: addressOf('d'),
      payer: addressOf('e'),
      value: '40000000',
      deadline: new Date(beganAt + hourMs).toISOString(),
      v: 27,
      r: hashOf('1'),
      s: hashOf('2'),
      createdAt: daysLater(0),
    }),
    beganAt,
    eventsAt: () => [
      { type: 'permit.submitted', transactionId: idOf('T') },
      { type: 'permit.heldBack', reason: 'GasWalletEmpty' },
      { type: 'permit.confirmed' },
      { type: 'permit.failed', reason: 'ChainReverted' },
      { type: 'permit.used', reason: 'AlreadyAllowed' },
      { type: 'permit.superseded', reason: 'PermitNonceUsed' },
      { type: 'permit.expired', reason: 'DeadlinePassed' },
      { type: 'permit.refused', reason: 'WrongSigner' },
    ],
    differencesOf: ({ context }) => [context['sends']],
  },
]
