/** Accounts as operators see them: listed, invited, and the changes of each. */
import { z } from 'zod'
import { accountRoles, memberRoles } from '../../../store/people/account-roles.ts'
import { badRequest } from '../../../shared/problems.ts'
import { listAccountChanges } from '../../../store/people/account-changes.ts'
import { listAccounts } from '../../../store/operators/accounts.ts'
import { findMerchant } from '../../../store/merchants/merchants.ts'
import { inviteMerchant } from '../../../store/people/registration.ts'
import { requireDemoReach } from '../../authentication/demo.ts'
import { cellOfPerson } from '../../cells/cell-of-request.ts'
import { isTaken, requireNewEmail } from '../../cells/new-email.ts'
import { toActor } from '../../authentication/session.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { operatorRoute, type Route } from '../../routing/route.ts'
import { IdParams, PathText } from '../../schemas/path.ts'
import {
  listParameter,
  page,
  PageOfTotalResource,
  PageResource,
  singleParameter,
} from '../../schemas/query.ts'
import { requireAccount } from './account-commands.routes.ts'
import {
  AccountChangeResource,
  describeLink,
  LinkResource,
  ListedAccountResource,
} from './account-resource.ts'
import { GivenPassword, proveSelf } from '../../authentication/password-proof.ts'

const Email = z.email().max(254)
/** The operator's own: a session alone, which may be stolen, takes over no account. */
const proof = { password: GivenPassword.meta({ description: 'Your own' }) }
const NewAccount = z
  .discriminatedUnion('role', [
    z.strictObject({ role: z.literal('Operator'), email: Email, ...proof }),
    z.strictObject({ role: z.enum(memberRoles), email: Email, merchantId: PathText, ...proof }),
  ])
  .meta({ id: 'NewAccount' })

const listAccountsRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/accounts',
  operationId: 'listAccounts',
  tag: 'Accounts',
  summary: 'List accounts',
  description: 'The newest comes first.',
  query: z.strictObject({
    ...page,
    merchantId: singleParameter(PathText).optional(),
    roleIn: listParameter(accountRoles),
    search: singleParameter(z.string().trim().min(1).max(254))
      .optional()
      .meta({ description: "A part of the e-mail address, or of the merchant's name" }),
  }),
  answer: {
    description: 'The accounts that match.',
    schema: z.strictObject({ accounts: z.array(ListedAccountResource), page: PageOfTotalResource }),
  },
  async handle({ query: { limit, offset, ...filter }, dependencies: { database, clock } }) {
    const page = { limit, offset }
    const { accounts, total } = await listAccounts(database, filter, page, clock.realNow())
    return { body: { accounts, page: { ...page, total } } }
  },
})

const inviteAccountRoute = operatorRoute({
  method: 'POST',
  path: '/dashboard/api/operator/accounts',
  operationId: 'inviteAccount',
  tag: 'Accounts',
  summary: 'Invite a colleague of a merchant, or an operator',
  body: NewAccount,
  answer: {
    status: 201,
    description: 'The account and its invitation, which is shown this once.',
    schema: z.strictObject({
      email: z.string(),
      role: z.enum(accountRoles),
      invitation: LinkResource,
    }),
  },
  async handle({ body: { password, ...account }, caller, audit, dependencies }) {
    const merchantId = 'merchantId' in account ? account.merchantId : null
    const isDemo = await isOfDemo(dependencies, merchantId, caller.account.isDemo)
    await proveSelf(await cellOfPerson(dependencies, caller), caller, password)
    await requireNewEmail(dependencies, account.email)
    const invited = await inviteMerchant(
      dependencies,
      { ...account, isDemo },
      toActor(caller, audit),
    )
    if (!invited) throw isTaken()
    const invitation = describeLink(dependencies, invited.link)
    return { body: { email: account.email, role: account.role, invitation } }
  },
})

const listAccountChangesRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/accounts/{id}/changes',
  operationId: 'listAccountChanges',
  tag: 'Accounts',
  summary: 'List what was done to an account',
  description: 'The newest comes first; no entry is ever changed or removed.',
  params: IdParams,
  query: z.strictObject(page),
  answer: {
    description: 'The changes, by whom and from where.',
    schema: z.strictObject({ changes: z.array(AccountChangeResource), page: PageResource }),
  },
  problems: ['NotFound'],
  async handle({ params, query, dependencies }) {
    const { id } = await requireAccount(dependencies, params.id)
    return { body: { changes: await listAccountChanges(dependencies, id, query), page: query } }
  },
})

/** Tells whether a new account is of the demo, as its merchant or its inviter is. */
async function isOfDemo(
  dependencies: HttpDependencies,
  merchantId: string | null,
  isInvitedByDemo: boolean,
): Promise<boolean> {
  if (merchantId === null) return isInvitedByDemo
  const merchant = await findMerchant(dependencies, merchantId)
  if (!merchant) throw badRequest([{ path: 'merchantId', message: 'is not the id of a merchant' }])
  requireDemoReach({ isDemo: isInvitedByDemo }, merchant)
  return merchant.isDemo
}

export const accountRoutes: readonly Route[] = [
  listAccountsRoute,
  inviteAccountRoute,
  listAccountChangesRoute,
]
