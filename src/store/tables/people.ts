/** The people who may log in: their accounts, sessions and links, and the histories of what they changed. */
import { defineEntity, p } from '@mikro-orm/core'
import { accountRoles } from '../people/account-roles.ts'
import { networks } from '../../shared/network.ts'

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  indexes: [
    // Several merchants may have invited an address that nobody logs in with yet.
    {
      name: 'account_of_merchant',
      expression: `create unique index account_of_merchant on account (email, coalesce(merchant_id, ''))`,
    },
  ],
  uniques: [
    {
      name: 'account_that_logs_in',
      properties: ['email'],
      where: '((password_hash IS NOT NULL) AND (NOT disabled_by_operator))',
    },
  ],
  properties: {
    id: p.text().primary(),
    email: p.text(),
    /** Null until the invited person has set a password. */
    passwordHash: p.text().nullable(),
    role: p.enum(accountRoles),
    /** Null for operators alone. */
    merchantId: p.text().nullable(),
    /** Its password is printed on consoles, so it counts only where every chain is local. */
    isDemo: p.boolean().default(false),
    disabledAt: p.datetime().nullable(),
    /** Then only an operator lets it in again. */
    disabledByOperator: p.boolean().default(false),
    createdAt: p.datetime(),
  },
})
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account)

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    tokenHash: p.text().primary(),
    /** People call it by this, so that no token has to be shown to end one. */
    id: p.text().unique(),
    accountId: p.text().index(),
    createdAt: p.datetime(),
    /** Exact to the minute. */
    usedAt: p.datetime(),
    /** When its holder proved last who they are; null where that counts no more. */
    provenAt: p.datetime().nullable(),
    userAgent: p.text().nullable(),
    /** The network address that it was used from last. */
    address: p.text().nullable(),
    expiresAt: p.datetime(),
  },
})
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)

const AccountLinkSchema = defineEntity({
  name: 'AccountLink',
  tableName: 'account_link',
  properties: {
    tokenHash: p.text().primary(),
    /** An account has one at most: a later one takes its place. */
    accountId: p.text().unique(),
    purpose: p.enum(['invitation', 'reset'] as const),
    /** Counts, like the demo itself, only where every chain is local. */
    issuedByDemo: p.boolean(),
    /** The account that issued it; null: the command line. It is good no longer than that account. */
    issuedById: p.text().nullable().index(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})
/** Lets its holder set the password of one account, once. */
export class AccountLink extends AccountLinkSchema.class {}
AccountLinkSchema.setClass(AccountLink)

const AccountChangeSchema = defineEntity({
  name: 'AccountChange',
  tableName: 'account_change',
  indexes: [{ properties: ['accountId', 'sequence'] }],
  properties: {
    id: p.text().primary(),
    /** The order in which they were written: ids of one millisecond have none. */
    sequence: p.bigint('number').autoincrement().unique(),
    accountId: p.text(),
    change: p.text(),
    changedBy: p.text(),
    /** The address of the caller; null where no request caused it. */
    changedFrom: p.text().nullable(),
    at: p.datetime(),
  },
})
/** The database refuses to change or delete its rows. */
export class AccountChange extends AccountChangeSchema.class {}
AccountChangeSchema.setClass(AccountChange)

const LoginAttemptSchema = defineEntity({
  name: 'LoginAttempt',
  tableName: 'login_attempt',
  properties: {
    /** The hash of an account, of an account and an address it knows, or of a session. */
    countedHash: p.text().primary(),
    failures: p.integer(),
    blockedUntil: p.datetime(),
    triedAt: p.datetime().index(),
  },
})
export class LoginAttempt extends LoginAttemptSchema.class {}
LoginAttemptSchema.setClass(LoginAttempt)

const RecentCancellationsSchema = defineEntity({
  name: 'RecentCancellations',
  tableName: 'recent_cancellations',
  properties: {
    accountId: p.text().primary(),
    cancelledAt: p.array().columnType('timestamptz[]'),
  },
})
/** When somebody cancelled last, on both networks: as many moments as are counted in a day, and one. */
export class RecentCancellations extends RecentCancellationsSchema.class {}
RecentCancellationsSchema.setClass(RecentCancellations)

const KnownAddressSchema = defineEntity({
  name: 'KnownAddress',
  tableName: 'known_address',
  properties: {
    accountId: p.text().primary(),
    addressHash: p.text().primary(),
    usedAt: p.datetime(),
  },
})
/** An address from which an account has logged in. */
export class KnownAddress extends KnownAddressSchema.class {}
KnownAddressSchema.setClass(KnownAddress)

const ReceiverChangeSchema = defineEntity({
  name: 'ReceiverChange',
  tableName: 'receiver_change',
  indexes: [{ properties: ['merchantId', 'network'] }],
  properties: {
    id: p.text().primary(),
    merchantId: p.text(),
    network: p.enum(networks),
    blockchain: p.text(),
    previous: p.text().nullable(),
    address: p.text(),
    changedBy: p.text(),
    /** The address of the caller; null where no request caused it. */
    changedFrom: p.text().nullable(),
    at: p.datetime(),
  },
})
/** The database refuses to change or delete its rows. */
export class ReceiverChange extends ReceiverChangeSchema.class {}
ReceiverChangeSchema.setClass(ReceiverChange)

const PendingReceiverSchema = defineEntity({
  name: 'PendingReceiver',
  tableName: 'pending_receiver',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    blockchain: p.text().primary(),
    address: p.text(),
    askedBy: p.text(),
    /** The account that asked, which must still be allowed to once it counts. */
    askedById: p.text().index(),
    askedFrom: p.text().nullable(),
    askedAt: p.datetime(),
    /** In business time. */
    effectiveAt: p.datetime().index(),
  },
})
/** A receiver that was asked for and does not count yet. */
export class PendingReceiver extends PendingReceiverSchema.class {}
PendingReceiverSchema.setClass(PendingReceiver)
