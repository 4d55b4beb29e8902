/** An account as it is shown, what was done to it, and the token that sets its password. */
import { z } from 'zod'
import { accountRoles } from '../../../store/people/account-roles.ts'
import type { IssuedLink } from '../../../store/people/account-links.ts'
import type { SessionHolder, SessionSummary } from '../../../store/people/sessions.ts'
import { exampleToken, RealTime } from '../../../core/resources/fields.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { toDevice } from './device.ts'

export const AccountResource = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    role: z.enum(accountRoles),
    merchantId: z.string().nullable(),
    hasPassword: z.boolean().meta({ description: 'False until an invitation is used' }),
    isDisabled: z.boolean(),
    isDisabledByOperator: z.boolean().meta({
      description: 'Then only an operator lets the account in again, and its address is free',
    }),
    isDemo: z.boolean().meta({ description: 'Let in only where every chain is a local one' }),
    createdAt: RealTime,
  })
  .meta({ id: 'Account', description: 'Somebody who may log in.' })

export const ListedAccountResource = AccountResource.extend({
  merchantName: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  lastLoginAt: RealTime.nullable(),
  sessions: z.int().meta({ description: 'How many are not over' }),
}).meta({ id: 'ListedAccount', description: 'Somebody who may log in, and how.' })

export const AccountChangeResource = z
  .strictObject({
    change: z.string().meta({ examples: ['PasswordSet'] }),
    by: z.string().meta({ description: 'An e-mail address, or a command' }),
    from: z.string().nullable().meta({ description: 'The address that it came from' }),
    at: RealTime,
  })
  .meta({ id: 'AccountChange' })

export const LinkResource = z
  .strictObject({
    token: z.string().meta({ examples: [exampleToken] }),
    url: z.url().meta({ description: 'The page that takes it; pass this on' }),
    expiresAt: RealTime,
  })
  .meta({ id: 'AccountLink', description: 'Lets its holder set a password, once.' })

/** Writes a token as a link: behind the `#`, which browsers send to no server and to no log. */
export const describeLink = (
  { settings }: Pick<HttpDependencies, 'settings'>,
  { token, expiresAt }: IssuedLink,
) => ({ token, url: `${settings.baseUrl}/dashboard/account-link#token=${token}`, expiresAt })

const SessionResource = z
  .strictObject({
    id: z.string(),
    device: z.string().meta({
      description: 'Browser and system, as far as they say what they are',
      examples: ['Firefox on Linux'],
    }),
    address: z.string().nullable().meta({ description: 'The address that it was used from last' }),
    createdAt: RealTime,
    usedAt: RealTime.meta({ description: 'To the minute, in real time' }),
    expiresAt: RealTime,
    isThisOne: z.boolean().meta({ description: 'Whether the call was made in it' }),
  })
  .meta({ id: 'Session', description: 'Somebody who is logged in somewhere.' })

export const Sessions = z.strictObject({ sessions: z.array(SessionResource) })

export const describeSessions = (
  sessions: readonly SessionSummary[],
  { sessionId }: SessionHolder,
): { sessions: object[] } => ({
  sessions: sessions.map(({ userAgent, ...session }) => ({
    ...session,
    device: toDevice(userAgent),
    isThisOne: session.id === sessionId,
  })),
})
