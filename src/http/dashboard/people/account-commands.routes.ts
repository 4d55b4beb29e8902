/**
 * The commands of operators to accounts: reset, disable, enable, end sessions. Operators pass
 * one-time tokens on and never learn a password; every command is recorded in a history that only
 * grows.
 */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { issueLink } from '../../../store/people/account-links.ts'
import {
  type AccountSummary,
  findAccountById,
  setDisabled,
} from '../../../store/people/accounts.ts'
import { removeAllFactors } from '../../../store/people/second-factors.ts'
import { closeSessions } from '../../../store/people/sessions.ts'
import { requireDemoReach } from '../../authentication/demo.ts'
import { cellOfPerson } from '../../cells/cell-of-request.ts'
import { toActor } from '../../authentication/session.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { type Call, operatorRoute, type Route } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { AccountResource, describeLink, LinkResource } from './account-resource.ts'
import { GivenPassword, proveSelf } from '../../authentication/password-proof.ts'
import type { Person } from '../../authentication/people.ts'

const pathPrefix = '/dashboard/api/operator/accounts/{id}'
const Proof = z.strictObject({ password: GivenPassword.meta({ description: 'Your own' }) }).meta({
  id: 'Proof',
  description: 'A session alone, which may be stolen, takes over no account.',
})

const resetAccountRoute = operatorRoute({
  method: 'POST',
  path: `${pathPrefix}/reset`,
  operationId: 'resetAccount',
  tag: 'Accounts',
  summary: 'Let somebody set another password',
  description:
    'The present password stays until the token is used. Who has none yet gets another invitation.',
  params: IdParams,
  body: Proof,
  answer: {
    description: 'The token, which is shown this once: a reset, or an invitation.',
    schema: z.union([
      z.strictObject({ reset: LinkResource }),
      z.strictObject({ invitation: LinkResource }),
    ]),
  },
  problems: ['NotFound', 'SecondFactorRequired'],
  async handle(call) {
    const { id, hasPassword, isDisabled } = await proveForOther(call)
    if (isDisabled)
      throw new Problem('Forbidden', 'This account is disabled: enable it, then reset it.')
    const purpose = hasPassword ? 'reset' : 'invitation'
    const link = await issueLink(call.dependencies, id, purpose, toActor(call.caller, call.audit))
    return { body: { [purpose]: describeLink(call.dependencies, link) } }
  },
})

const endSessionsOfAccountRoute = operatorRoute({
  method: 'POST',
  path: `${pathPrefix}/end-sessions`,
  operationId: 'endSessionsOfAccount',
  tag: 'Accounts',
  summary: 'Log somebody out everywhere',
  params: IdParams,
  answer: {
    description: 'All sessions of the account are ended.',
    schema: z.strictObject({ sessionsEnded: z.int() }),
  },
  problems: ['NotFound'],
  async handle({ params, caller, audit, dependencies }) {
    const { id } = await requireInReach(dependencies, caller, params.id)
    const sessionsEnded = await closeSessions(dependencies, id, toActor(caller, audit))
    return { body: { sessionsEnded } }
  },
})

const removeSecondFactorsOfAccountRoute = operatorRoute({
  method: 'POST',
  path: `${pathPrefix}/remove-second-factors`,
  operationId: 'removeSecondFactorsOfAccount',
  tag: 'Accounts',
  summary: "Take somebody's second factors away",
  description: 'For who has lost all of them. Logs them out; the password is enough from then on.',
  params: IdParams,
  body: Proof,
  answer: { status: 204, description: 'Only the password is left.' },
  problems: ['NotFound', 'SecondFactorRequired'],
  async handle(call) {
    const { id } = await proveForOther(call)
    await removeAllFactors(call.dependencies, id, toActor(call.caller, call.audit))
    return {}
  },
})

const disableAccountRoute = switchRoute('disable', 'Shut somebody out')
const enableAccountRoute = switchRoute('enable', 'Let somebody in again')

function switchRoute(command: 'disable' | 'enable', summary: string): Route<'operator'> {
  return operatorRoute({
    method: 'POST',
    path: `${pathPrefix}/${command}`,
    operationId: `${command}Account`,
    tag: 'Accounts',
    summary,
    params: IdParams,
    body: Proof,
    answer: { description: 'The account as it is now.', schema: AccountResource },
    problems: ['NotFound', 'SecondFactorRequired'],
    async handle(call) {
      const account = await proveForOther(call)
      const isDisabled = command === 'disable'
      const actor = toActor(call.caller, call.audit)
      if (!(await setDisabled(call.dependencies, account.id, isDisabled, actor)))
        throw new Problem(
          'Forbidden',
          'Somebody else logs in with this e-mail address now: disable that account first.',
        )
      return { body: { ...account, isDisabled, isDisabledByOperator: isDisabled } }
    },
  })
}

/** Returns the account; throws `NotFound` where there is none. */
export async function requireAccount(
  dependencies: HttpDependencies,
  id: string,
): Promise<AccountSummary> {
  const account = await findAccountById(dependencies, id)
  if (account) return account
  throw new Problem('NotFound', `There is no account '${id}'.`)
}

/** Returns the account to act on: the demo's operator, whose password is printed, reaches the demo's only. */
async function requireInReach(
  dependencies: HttpDependencies,
  operator: Person,
  id: string,
): Promise<AccountSummary> {
  const account = await requireAccount(dependencies, id)
  requireDemoReach(operator.account, account)
  return account
}

/** Returns somebody else's account to act on, once the operator has given the password again. */
async function proveForOther({
  params,
  body,
  caller,
  dependencies,
}: Call<'operator', z.output<typeof IdParams>, unknown, z.output<typeof Proof>>) {
  const account = await requireInReach(dependencies, caller, params.id)
  if (account.id === caller.account.id)
    throw new Problem(
      'Forbidden',
      'Nobody resets, disables or enables their own account. Change your password by POST /dashboard/api/password.',
    )
  await proveSelf(await cellOfPerson(dependencies, caller), caller, body.password)
  return account
}

export const accountCommandRoutes: readonly Route[] = [
  resetAccountRoute,
  endSessionsOfAccountRoute,
  removeSecondFactorsOfAccountRoute,
  disableAccountRoute,
  enableAccountRoute,
]
