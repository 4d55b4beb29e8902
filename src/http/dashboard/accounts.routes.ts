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
import { invite } from '../../store/merchants/registration.ts'
import { closeSessions } from '../../store/merchants/sessions.ts'
import { page, single } from '../schemas/query.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { IdParams, parse, PathText } from './parse.ts'
import { accountOf, actorOf } from './session.ts'

const AccountQuery = z.strictObject({ ...page, merchantId: single(PathText).optional() })
const PageQuery = z.strictObject(page)
const Email = z.email().max(254)
const NewAccount = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('operator'), email: Email }),
  z.strictObject({ role: z.literal('merchant'), email: Email, merchantId: PathText }),
])

export function accountRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/accounts', async (request) => {
    const { merchantId, ...query } = parse(request, { query: AccountQuery }).query
    return { accounts: await listAccounts(dependencies, merchantId, query), page: query }
  })

  app.post('/accounts', async (request, reply) => {
    const { body } = parse(request, { body: NewAccount })
    const isDemo = (await isDemoMerchant(dependencies, body)) || accountOf(request).isDemo
    const invitation = await invite(dependencies, { ...body, isDemo }, actorOf(request))
    if (!invitation) throw badRequest([{ path: 'email', message: 'has an account already' }])
    reply.code(201)
    return { email: body.email, role: body.role, invitation }
  })

  app.get('/accounts/:id/changes', async (request) => {
    const { id } = await requireTarget(dependencies, request)
    const { query } = parse(request, { query: PageQuery })
    return { changes: await listAccountChanges(dependencies, id, query), page: query }
  })

  /** For who has no password yet this is another invitation. */
  app.post('/accounts/:id/reset', async (request) => {
    const { id, hasPassword } = await requireTarget(dependencies, request)
    const purpose = hasPassword ? 'reset' : 'invitation'
    return { [purpose]: await issueLink(dependencies, id, purpose, actorOf(request)) }
  })

  app.post('/accounts/:id/end-sessions', async (request) => {
    const { id } = await requireTarget(dependencies, request)
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
  const account = await requireTarget(dependencies, request)
  if (account.id === accountOf(request).id)
    throw new Problem('Forbidden', 'Nobody disables or enables their own account.')
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

async function isDemoMerchant(
  dependencies: DashboardDependencies,
  account: z.output<typeof NewAccount>,
): Promise<boolean> {
  if (account.role === 'operator') return false
  const merchant = await findMerchant(dependencies, account.merchantId)
  if (merchant) return merchant.isDemo
  throw badRequest([{ path: 'merchantId', message: 'is not the id of a merchant' }])
}
