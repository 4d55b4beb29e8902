/** A person's own password: set by an invitation or a reset, and changed. */
import { z } from 'zod'
import { badRequest, Problem } from '../../../shared/problems.ts'
import { findLinkOwner, useLink } from '../../../store/people/account-links.ts'
import { setPassword } from '../../../store/people/accounts.ts'
import { rememberAddress } from '../../../store/people/known-addresses.ts'
import { forgetAttempts } from '../../../store/people/login-attempts.ts'
import { toActor } from '../../authentication/session.ts'
import { exampleToken } from '../../../core/resources/fields.ts'
import { personRoute, visitorRoute, type Route } from '../../routing/route.ts'
import { SessionsEnded } from './sessions.routes.ts'
import { GivenPassword, NewPassword, proveSelf } from '../../authentication/password-proof.ts'

const Token = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: [exampleToken] })

const unknownLink = () =>
  new Problem(
    'NotFound',
    'This invitation or reset is unknown, used or over: ask whoever sent it for a new one.',
  )

/** Asked by `POST`, as a secret is in no address. */
const readAccountLinkRoute = visitorRoute({
  method: 'POST',
  path: '/dashboard/api/account-link/read',
  operationId: 'readAccountLink',
  tag: 'Session',
  summary: 'Read whose password a token sets',
  body: z.strictObject({ token: Token }).meta({ id: 'LinkToken' }),
  cellOf: ({ body: { token } }, cells) => cells.of({ by: 'accountLink', value: token }),
  limit: 'guess',
  answer: {
    description: 'Who is to set a password, and for what.',
    schema: z.strictObject({
      email: z.string(),
      purpose: z.enum(['invitation', 'reset']),
      merchantName: z.string().nullable().meta({ description: 'Null for an operator' }),
    }),
  },
  problems: ['NotFound'],
  async handle({ body: { token }, dependencies }) {
    const { isLocal } = dependencies.directory
    const owner = await findLinkOwner(dependencies, { token, isLocal })
    if (!owner) throw unknownLink()
    return { body: owner }
  },
})

/** For people without a session: the token of an invitation or a reset, used once. */
const setPasswordRoute = visitorRoute({
  method: 'POST',
  path: '/dashboard/api/account-link',
  operationId: 'setPassword',
  tag: 'Session',
  summary: 'Set a password by a token',
  description:
    'With the token of an invitation or a reset, once. Ends the sessions of the account.',
  body: z.strictObject({ token: Token, password: NewPassword }).meta({ id: 'LinkUse' }),
  cellOf: ({ body: { token } }, cells) => cells.of({ by: 'accountLink', value: token }),
  limit: 'guess',
  answer: {
    description: 'The account whose password it is now.',
    schema: z.strictObject({ email: z.string() }),
  },
  problems: ['NotFound', 'Forbidden'],
  async handle({ body: { token, password }, caller: { address, from }, dependencies }) {
    const { isLocal } = dependencies.directory
    const isTaken = (value: string) =>
      dependencies.cells.isElsewhere({ by: 'email', value }, dependencies)
    const outcome = await useLink(dependencies, { token, password, from, isLocal, isTaken })
    if (outcome === 'IsTaken')
      throw new Problem(
        'Forbidden',
        'Somebody logs in with this e-mail address already, and an address has one account: ask to be invited with another one.',
      )
    if (outcome === 'Unknown') throw unknownLink()
    const { email } = outcome
    await forgetAttempts(dependencies, { email })
    await rememberAddress(dependencies, { email, address })
    return { body: { email } }
  },
})

const changePasswordRoute = personRoute({
  method: 'POST',
  path: '/dashboard/api/password',
  operationId: 'changePassword',
  tag: 'Session',
  summary: 'Change your password',
  description:
    'Ends all other sessions of the account, and a reset that was issued for it. A receiver that it asked for is called off, and the links that it issued end.',
  body: z
    .strictObject({ currentPassword: GivenPassword, newPassword: NewPassword })
    .meta({ id: 'PasswordChange' }),
  answer: { description: 'The password is changed.', schema: SessionsEnded },
  async handle({ body: { currentPassword, newPassword }, caller, audit, dependencies }) {
    const { account, sessionToken } = caller
    await proveSelf(dependencies, caller, currentPassword)
    if (newPassword === currentPassword)
      throw badRequest([{ path: 'newPassword', message: 'is the present one' }])
    const kept = { except: sessionToken, actor: toActor(caller, audit) }
    const sessionsEnded = await setPassword(dependencies, account.id, newPassword, kept)
    return { body: { sessionsEnded } }
  },
})

export const passwordRoutes: readonly Route[] = [
  readAccountLinkRoute,
  setPasswordRoute,
  changePasswordRoute,
]
