/**
 * What operators do with accounts: invite, reset, disable. They pass one-time tokens on and never
 * learn a password; what they do is kept in a history that only grows.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { badRequest, Problem } from '../../shared/problems.ts'
import { listAccountChanges, recordAccountChange } from '../../store/merchants/account-changes.ts'
import { issueLink } from '../../store/merchants/account-links.ts'
import {
  type AccountSummary,
  findAccountById,
  listAccounts,
  setDisabled,
} from '../../store/merchants/accounts.ts'
import { findMerchant } from '../../store/merchants/merchants.ts'
import { inviteMerchant } from '../../store/merchants/registration.ts'
import { closeSessions } from '../../store/merchants/sessions.ts'
import { requireDemoReach } from '../authentication/demo.ts'
import { page, single } from '../schemas/query.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { IdParams, parse, PathText } from './parse.ts'
import { GivenPassword, proveSelf } from './password-proof.ts'
import { accountOf, actorOf } from './session.ts'

const AccountQuery = z.strictObject({ ...page, merchantId: single(PathText).optional() })
const PageQuery = z.strictObject(page)
const Email = z.email().max(254)
/** The operator's own: a session alone, which may be stolen, takes over no account. */
const proof = { password: GivenPassword }
const NewAccount = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('operator'), email: Email, ...proof }),
  z.strictObject({ role: z.literal('merchant'), email: Email, merchantId: PathText, ...proof }),
])
type NewAccount = Omit<z.output<typeof NewAccount>, 'password'> & { merchantId?: string }
const Proof = z.strictObject(proof)

export function accountRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/accounts', async (request) => {
    const { merchantId, ...query } = parse(request, { query: AccountQuery }).query
    return { accounts: await listAccounts(dependencies, merchantId, query), page: query }
  })

  app.post('/accounts', async (request, reply) => {
    const { password, ...account } = parse(request, { body: NewAccount }).body
    const isDemo = await isOfDemo(dependencies, account, accountOf(request).isDemo)
    await proveSelf(dependencies, request, password)
    const invitation = await inviteMerchant(dependencies, { ...account, isDemo }, actorOf(request))
    if (!invitation) throw badRequest([{ path: 'email', message: 'has an account already' }])
    reply.code(201)
    return { email: account.email, role: account.role, invitation }
  })

  app.get('/accounts/:id/changes', async (request) => {
    const { id } = await requireTarget(dependencies, request)
    const { query } = parse(request, { query: PageQuery })
    return { changes: await listAccountChanges(dependencies, id, query), page: query }
  })

  /** For who has no password yet this is another invitation. */
  app.post('/accounts/:id/reset', async (request) => {
    const { id, hasPassword, isDisabled } = await proveForOther(dependencies, request)
    if (isDisabled)
      throw new Problem('Forbidden', 'This account is disabled: enable it, then reset it.')
    const purpose = hasPassword ? 'reset' : 'invitation'
    return { [purpose]: await issueLink(dependencies, id, purpose, actorOf(request)) }
  })

  app.post('/accounts/:id/end-sessions', async (request) => {
    const { id } = await requireInReach(dependencies, request)
    const sessionsEnded = await closeSessions(dependencies, id)
    await recordAccountChange(dependencies, id, 'SessionsEnded', actorOf(request))
    return { sessionsEnded }
  })

  app.post('/accounts/:id/disable', (request) => switchAccount(dependencies, request, true))
  app.post('/accounts/:id/enable', (request) => switchAccount(dependencies, request, false))
}

async function switchAccount(
  dependencies: DashboardDependencies,
  request: FastifyRequest,
  isDisabled: boolean,
): Promise<AccountSummary> {
  const account = await proveForOther(dependencies, request)
  await setDisabled(dependencies, account.id, isDisabled, actorOf(request))
  return { ...account, isDisabled }
}

async function requireTarget(
  dependencies: DashboardDependencies,
  request: FastifyRequest,
): Promise<AccountSummary> {
  const { id } = parse(request, { params: IdParams }).params
  const account = await findAccountById(dependencies, id)
  if (account) return account
  throw new Problem('NotFound', `There is no account '${id}'.`)
}

/** The account to act on. The demo's operator, whose password is printed, reaches the demo's only. */
async function requireInReach(
  dependencies: DashboardDependencies,
  request: FastifyRequest,
): Promise<AccountSummary> {
  const account = await requireTarget(dependencies, request)
  requireDemoReach(accountOf(request), account)
  return account
}

/** Somebody else's account to act on, once the operator has proven to be one. */
async function proveForOther(
  dependencies: DashboardDependencies,
  request: FastifyRequest,
): Promise<AccountSummary> {
  const account = await requireInReach(dependencies, request)
  if (account.id === accountOf(request).id)
    throw new Problem(
      'Forbidden',
      'Nobody resets, disables or enables their own account. Change your password by POST /dashboard/api/password.',
    )
  const { body } = parse(request, { body: Proof })
  await proveSelf(dependencies, request, body.password)
  return account
}

/** Whether a new account is of the demo, as its merchant or who invites it. */
async function isOfDemo(
  dependencies: DashboardDependencies,
  { merchantId }: NewAccount,
  isInvitedByDemo: boolean,
): Promise<boolean> {
  if (merchantId === undefined) return isInvitedByDemo
  const merchant = await findMerchant(dependencies, merchantId)
  if (!merchant) throw badRequest([{ path: 'merchantId', message: 'is not the id of a merchant' }])
  requireDemoReach({ isDemo: isInvitedByDemo }, merchant)
  return merchant.isDemo
}
