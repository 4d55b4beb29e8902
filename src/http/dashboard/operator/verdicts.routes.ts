/** The business verifications of all merchants, and the verdicts on them. */
import { z } from 'zod'
import { BusinessDetails } from '../../../../machines/verification/verification.events.ts'
import { Problem } from '../../../shared/problems.ts'
import { findMerchant, getMerchant } from '../../../store/merchants/merchants.ts'
import { readVerificationHistory } from '../../../store/operators/verification-history.ts'
import { readKeptMonth } from '../../../store/views/entities/kept-from.ts'
import { Time } from '../../../core/resources/fields.ts'
import { findActor } from '../../../store/views/actors.ts'
import { listVerifications, verificationStatuses } from '../../../store/views/verifications.ts'
import { requireDemoReach } from '../../authentication/demo.ts'
import { KeptMonth } from '../entities/kept-from.ts'
import { commandActor, requireActor } from '../../commands.ts'
import { type Call, operatorRoute, type Route } from '../../routing/route.ts'
import { NoFields } from '../../schemas/fields.ts'
import { PathText } from '../../schemas/path.ts'
import { listParameter, page, PageOfTotalResource } from '../../schemas/query.ts'
import {
  describeVerification,
  VerificationResource,
  toVerificationTarget,
} from '../setup/verification.routes.ts'

const pathPrefix = '/dashboard/api/operator/verifications'
const MerchantParams = z.object({ merchantId: PathText })
const Reasoned = z
  .strictObject({ reason: z.string().trim().min(1).max(500) })
  .meta({ id: 'Reason' })
const common = {
  method: 'POST',
  tag: 'Verifications',
  needsProof: true,
  params: MerchantParams,
  answer: { description: 'The verification after the verdict.', schema: VerificationResource },
} as const

const listVerificationsRoute = operatorRoute({
  method: 'GET',
  path: pathPrefix,
  operationId: 'listVerifications',
  tag: 'Verifications',
  summary: 'List business verifications',
  description: 'The one that moved last comes first.',
  query: z.strictObject({ ...page, statusIn: listParameter(verificationStatuses) }),
  answer: {
    description: 'The verifications that match.',
    schema: z.strictObject({
      verifications: z.array(
        VerificationResource.extend({
          merchant: z.strictObject({ id: z.string(), name: z.string() }),
        }),
      ),
      page: PageOfTotalResource,
    }),
  },
  async handle({ query: { statusIn, ...wanted }, dependencies }) {
    const { found, total } = await listVerifications(dependencies.database, statusIn, wanted)
    const verifications = found.map(({ merchant, actor }) => ({
      merchant,
      ...describeVerification(actor, 'operator'),
    }))
    return { body: { verifications, page: { ...wanted, total } } }
  },
})

const Step = z
  .strictObject({
    at: Time,
    what: z.enum(['submit', 'approve', 'reject', 'revoke']),
    by: z.string().nullable().meta({ description: 'The operator; null: the merchant' }),
    reason: z.string().nullable(),
    details: BusinessDetails.meta({ id: 'SubmittedDetails' }).nullable(),
  })
  .meta({ id: 'VerificationStep' })

const readVerificationOfMerchantRoute = operatorRoute({
  method: 'GET',
  path: `${pathPrefix}/{merchantId}`,
  operationId: 'readVerificationOfMerchant',
  tag: 'Verifications',
  summary: 'Read a business verification and its history',
  params: MerchantParams,
  answer: {
    description: 'How it stands, and what was submitted and decided, the newest first.',
    schema: VerificationResource.extend({
      merchant: z.strictObject({ id: z.string(), name: z.string(), createdAt: Time }),
      history: z.array(Step),
      keptFrom: KeptMonth.nullable().meta({
        description:
          'The month that the history begins with, where earlier ones are kept elsewhere; else null',
      }),
    }).meta({ id: 'VerificationPage' }),
  },
  problems: ['NotFound'],
  async handle({ params: { merchantId }, dependencies }) {
    const merchant = await findMerchant(dependencies, merchantId)
    if (!merchant) throw new Problem('NotFound', `There is no merchant '${merchantId}'.`)
    const { id, name, createdAt } = merchant
    const { entityId, owner } = toVerificationTarget(id)
    const found = await findActor(dependencies.database, 'verification', entityId, owner)
    const [history, keptFrom] = await Promise.all([
      readVerificationHistory(dependencies.database, id),
      found ? readKeptMonth(dependencies.database, [found]) : null,
    ])
    const shown = describeVerification(found, 'operator')
    // Before anything is submitted only the merchant can act.
    const actions = found ? shown.actions : []
    return { body: { ...shown, actions, merchant: { id, name, createdAt }, history, keptFrom } }
  },
})

const approveVerificationRoute = operatorRoute({
  ...common,
  path: `${pathPrefix}/{merchantId}/approve`,
  operationId: 'approveVerification',
  summary: 'Approve a business',
  description: 'The main network is open to the merchant then.',
  body: NoFields,
  problems: ['NotFound', 'CommandNotAllowed'],
  async handle(call) {
    return decide(call, call.params.merchantId, { type: 'verification.approve' })
  },
})

const rejectVerificationRoute = reasonedRoute('reject', 'Send a verification back')
const revokeVerificationRoute = reasonedRoute('revoke', 'Take an approval back')

function reasonedRoute(command: 'reject' | 'revoke', summary: string): Route<'operator'> {
  return operatorRoute({
    ...common,
    path: `${pathPrefix}/{merchantId}/${command}`,
    operationId: `${command}Verification`,
    summary,
    body: Reasoned,
    problems: ['NotFound', 'CommandNotAllowed'],
    async handle(call) {
      const verdict = { type: `verification.${command}`, ...call.body }
      return decide(call, call.params.merchantId, verdict)
    },
  })
}

/** A verdict counts for good, on real chains too, so the demo's operator gives none about others. */
async function decide(
  call: Call<'operator'>,
  merchantId: string,
  verdict: { type: string; reason?: string },
) {
  const { caller, dependencies } = call
  const target = toVerificationTarget(merchantId)
  await requireActor(dependencies, target)
  requireDemoReach(caller.account, await getMerchant(dependencies, merchantId))
  const event = { ...verdict, by: caller.account.email }
  const decided = await commandActor(call, { ...target, event, by: 'operator' })
  return { body: describeVerification(decided, 'operator') }
}

export const verdictRoutes: readonly Route[] = [
  listVerificationsRoute,
  readVerificationOfMerchantRoute,
  approveVerificationRoute,
  rejectVerificationRoute,
  revokeVerificationRoute,
]
