/** Mails on their way to people, and which of them a person wants. */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'
import { mailKinds } from '../mails/mail-kinds.ts'

/** `Skipped`: there was nothing to tell, or its reader does not want it. `Parked`: given up; `reason` says why. */
export const mailStatuses = ['Waiting', 'Sent', 'Skipped', 'Parked'] as const
export type MailStatus = (typeof mailStatuses)[number]

export const parkingReasons = [
  'Refused',
  'Expired',
  'OutcomeUnknown',
  'Unreadable',
  'AccountDisabled',
] as const
export type ParkingReason = (typeof parkingReasons)[number]

const MailSchema = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  indexes: [
    // Postgres writes it back like this; otherwise every comparison of schemas would find a difference.
    { name: 'mail_waiting', properties: ['availableAt'], where: "(status = 'Waiting'::text)" },
    { properties: ['status', 'createdAt'] },
    { properties: ['createdAt', 'id'] },
    { properties: ['accountId', 'kind', 'createdAt'] },
  ],
  properties: {
    /** Made of its cause and its reader, so that each of them hears of a cause once. */
    id: p.text().primary(),
    kind: p.enum(mailKinds),
    /** Its subject: once for each kind and account. */
    cause: p.text(),
    accountId: p.text(),
    merchantId: p.text().nullable(),
    network: p.enum(networks).nullable(),
    status: p.enum(mailStatuses),
    /** The content, sealed under the master key; null once nobody needs it any more. */
    sealedFacts: p.text().nullable(),
    /** Short digests of the things it lists, to notice that nothing in the next one is new. */
    about: p.text().nullable(),
    attempts: p.integer().default(0),
    /** Counts how often its whole text was given to a server whose answer never came. */
    unansweredHandovers: p.integer().default(0),
    availableAt: p.datetime(),
    reason: p.enum(parkingReasons).nullable(),
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
})
/** A mail to one account: all moments are real time. */
export class Mail extends MailSchema.class {}
MailSchema.setClass(Mail)

const MailChoiceSchema = defineEntity({
  name: 'MailChoice',
  tableName: 'mail_choice',
  properties: {
    accountId: p.text().primary(),
    /** The kinds that the account does not get though its role would. */
    declined: p.json<string[]>(),
    /** Whether it gets mails about the test network, too. */
    includesTestNet: p.boolean(),
    updatedAt: p.datetime(),
  },
})
/** Stores what an account wants to hear by mail; without a row, what its role usually hears. */
export class MailChoice extends MailChoiceSchema.class {}
MailChoiceSchema.setClass(MailChoice)
