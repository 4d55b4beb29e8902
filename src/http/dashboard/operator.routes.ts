/** What operators see and decide: merchants, verifications, machines and what is stuck. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { badRequest } from '../../shared/problems.ts'
import { getMerchant, listMerchants } from '../../store/merchants/merchants.ts'
import { registerMerchant } from '../../store/merchants/registration.ts'
import { countMachines } from '../../store/views/counts.ts'
import { listWatchedGasWallets } from '../../store/views/gas-wallets.ts'
import { listStuck } from '../../store/views/stuck.ts'
import { listForged } from '../../store/views/anomalies.ts'
import { listVerifications } from '../../store/views/verifications.ts'
import { requireDemoReach } from '../authentication/demo.ts'
import { page, listOf } from '../schemas/query.ts'
import { requireActor, sendCommand } from './command.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse, PathText } from './parse.ts'
import { accountOf, actorOf } from './session.ts'
import { describeVerification, verificationOf } from './verification.routes.ts'

const verificationStatuses = [
  'NotSubmitted',
  'Submitted',
  'Approved',
  'Rejected',
  'Revoked',
] as const

const PageQuery = z.strictObject(page)
const VerificationQuery = z.strictObject({ ...page, statusIn: listOf(verificationStatuses) })
/** Whose owner is invited: the operator passes the invitation on and never learns a password. */
const NewMerchant = z.strictObject({
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
})
const MerchantParams = z.object({ merchantId: PathText })
const Reasoned = z.strictObject({ reason: z.string().trim().min(1).max(500) })

export function operatorRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  healthRoutes(app, dependencies)
  verificationRoutes(app, dependencies)

  app.get('/merchants', async (request) => {
    const { query } = parse(request, { query: PageQuery })
    return { merchants: await listMerchants(dependencies, query), page: query }
  })

  app.post('/merchants', async (request, reply) => {
    const { body } = parse(request, { body: NewMerchant })
    const { isDemo } = accountOf(request)
    const actor = actorOf(request)
    const registered = await registerMerchant(dependencies, { ...body, isDemo }, actor)
    if (!registered) throw badRequest([{ path: 'email', message: 'has an account already' }])
    reply.code(201)
    return { id: registered.merchantId, ...body, invitation: registered.invitation }
  })
}

/** The business verifications of all merchants, and the verdicts on them. */
function verificationRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/verifications', async (request) => {
    const { statusIn, ...query } = parse(request, { query: VerificationQuery }).query
    const found = await listVerifications(dependencies.database, statusIn, query)
    const verifications = found.map(({ merchant, actor }) => ({
      merchant,
      ...describeVerification(actor),
    }))
    return { verifications, page: query }
  })

  app.post('/verifications/:merchantId/approve', (request) => {
    const { merchantId } = parse(request, { params: MerchantParams }).params
    return decide(request, merchantId, { type: 'verification.approve' })
  })

  for (const command of ['reject', 'revoke'] as const)
    app.post(`/verifications/:merchantId/${command}`, (request) => {
      const { params, body } = parse(request, { params: MerchantParams, body: Reasoned })
      return decide(request, params.merchantId, { type: `verification.${command}`, ...body })
    })

  /** A verdict counts for good, on real chains too, so the demo's operator gives none about others. */
  async function decide(
    request: FastifyRequest,
    merchantId: string,
    verdict: { type: string; reason?: string },
  ) {
    const account = accountOf(request)
    const target = verificationOf(merchantId)
    await requireActor(dependencies, target)
    requireDemoReach(account, await getMerchant(dependencies, merchantId))
    const event = { ...verdict, by: account.email }
    return describeVerification(await sendCommand(dependencies, target, event, 'operator'))
  }
}

/** What tells an operator whether all is well. */
function healthRoutes(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  app.get('/machines', async () => ({ machines: await countMachines(database) }))

  app.get('/gas-wallets', async (request) => {
    const { query } = parse(request, { query: PageQuery })
    return { gasWallets: await listWatchedGasWallets(database, query), page: query }
  })

  app.get('/stuck', () => listStuck(database, clock.now()))

  app.get('/forged-messages', async (request) => {
    const { query } = parse(request, { query: PageQuery })
    const { forged, total } = await listForged(database, query)
    return { messages: forged, page: { ...query, total } }
  })
}
