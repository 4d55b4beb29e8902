/** Shows a payer the permit that the merchant's gas wallet sends. */
import { z } from 'zod'
import { type PermitReason, permitReasons } from '../../../machines/reasons.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'

export const permitStatuses = [
  'Waiting',
  'Sent',
  'Used',
  'Superseded',
  'Expired',
  'Refused',
] as const

/** The payer's next step; null where none is needed, or none would help. */
const waysOn = ['Wait', 'AddMoney', 'SignAgain', 'Approve'] as const
type WayOn = (typeof waysOn)[number]

export const PermitResource = z
  .strictObject({
    status: z.enum(permitStatuses),
    reason: z.enum(permitReasons).nullable().meta({
      description:
        'Why it waits, or how it ended ([reasons](/docs/guides/reasons)). New ones may come.',
    }),
    wayOn: z.enum(waysOn).nullable().meta({
      description:
        'What the payer can do: sign again, or approve by a transaction; `null` where nothing is needed or nothing helps',
    }),
    value: z
      .string()
      .meta({ description: 'What it allows, in base units', examples: ['40000000'] }),
    deadline: z.iso.datetime(),
  })
  .meta({ id: 'Permit' })
export type PermitResource = z.infer<typeof PermitResource>

export function toPermitResource({ status, snapshot }: StoredActor<'permit'>): PermitResource {
  const { value, deadline } = snapshot.context
  const reason = snapshot.context.reason as PermitReason | null
  return { status, reason, wayOn: findWayOn(status, reason), value, deadline }
}

const hopeless: (PermitReason | null)[] = [
  'SubscriptionEnded',
  'TokenPaused',
  'PayerBlocked',
  'ReceiverBlocked',
  'ContractBlocked',
]

function findWayOn(status: PermitResource['status'], reason: PermitReason | null): WayOn | null {
  switch (status) {
    case 'Waiting':
      return reason === 'InsufficientBalance' ? 'AddMoney' : 'Wait'
    case 'Sent':
      return 'Wait'
    case 'Used':
      return null
    case 'Superseded':
    case 'Expired':
      return 'SignAgain'
    case 'Refused':
      if (hopeless.includes(reason)) return null
      return reason === 'WrongSigner' ? 'SignAgain' : 'Approve'
  }
}
