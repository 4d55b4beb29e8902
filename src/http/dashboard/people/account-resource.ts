/** An account as operators see it, what was done to it, and the token that sets its password. */
import { z } from 'zod'
import { accountRoles } from '../../../store/people/account-roles.ts'
import { RealTime } from '../../../store/resources/fields.ts'

export const AccountResource = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    role: z.enum(accountRoles),
    merchantId: z.string().nullable(),
    hasPassword: z.boolean().meta({ description: 'False until an invitation is used' }),
    isDisabled: z.boolean(),
    isDemo: z.boolean().meta({ description: 'Let in only where every chain is a local one' }),
    createdAt: RealTime,
  })
  .meta({ id: 'Account', description: 'Somebody who may log in.' })

export const AccountChangeResource = z
  .strictObject({
    change: z.string().meta({ examples: ['PasswordSet'] }),
    by: z.string().meta({ description: 'An e-mail address, or a command' }),
    from: z.string().nullable().meta({ description: 'The address that it came from' }),
    at: RealTime,
  })
  .meta({ id: 'AccountChange' })

export const LinkResource = z
  .strictObject({ token: z.string(), expiresAt: RealTime })
  .meta({ id: 'AccountLink', description: 'Lets its holder set a password, once.' })
