/** The dashboard's first page: how things stand, and what wants attention. */
import { z } from 'zod'
import type { Database } from '../../../store/database.ts'
import { readChecklist } from '../../../store/merchants/checklist.ts'
import { WebhookEndpointResource } from '../../../store/resources/webhook-endpoint.ts'
import { listAnomalies } from '../../../store/views/anomalies.ts'
import { listAtRisk } from '../../../store/views/at-risk.ts'
import { countByStatus } from '../../../store/views/counts.ts'
import { countExceptions } from '../../../store/views/payments.ts'
import type { Owner } from '../../../shared/owner.ts'
import { countStrays } from '../../../store/views/strays.ts'
import { readWebhookEndpoint } from '../../../store/views/webhook-endpoint.ts'
import { memberRoute } from '../../routing/route.ts'
import { ChecklistNames } from '../setup/checklist.routes.ts'
import { OwnGasWalletResource } from '../setup/gas-wallets.routes.ts'
import { describeGasWallets } from '../../gas-wallets.ts'
import { ExceptionCounts } from './payments.routes.ts'

const noRows = { limit: 1, offset: 0 }
const Counts = z.record(z.string(), z.int()).meta({ description: 'By status' })

const Summary = z
  .strictObject({
    counts: z.strictObject({
      payments: Counts,
      plans: Counts,
      subscriptions: Counts,
      charges: Counts,
      deliveries: Counts,
    }),
    exceptions: ExceptionCounts,
    atRisk: z.int().meta({ description: 'Subscriptions whose next charge will fail' }),
    openAnomalies: z.int(),
    failingDeliveries: z.int(),
    webhookEndpoint: WebhookEndpointResource,
    gasWallets: z.array(OwnGasWalletResource),
    missing: ChecklistNames.meta({ description: 'What is left to set up' }),
  })
  .meta({ id: 'Summary' })

export const readSummaryRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/summary',
  operationId: 'readSummary',
  right: 'read',
  tag: 'Overview',
  summary: 'Read how things stand',
  answer: { status: 200, description: 'Counts, and what wants attention.', schema: Summary },
  async handle({ caller: { owner }, dependencies }) {
    const { database } = dependencies
    const [counts, exceptions, WrongChain, atRisk, anomalies, gasWallets, setup] =
      await Promise.all([
        countEverything(database, owner),
        countExceptions(database, owner),
        countStrays(database, owner),
        listAtRisk(database, owner, noRows),
        listAnomalies(database, owner, { isOpen: true }, noRows),
        describeGasWallets(dependencies, owner),
        readChecklist(dependencies, owner),
      ])
    const { deliveries } = counts
    return {
      body: {
        counts,
        exceptions: { ...exceptions, WrongChain },
        atRisk: atRisk.total,
        openAnomalies: anomalies.total,
        webhookEndpoint: await readWebhookEndpoint(dependencies, owner),
        failingDeliveries: (deliveries['Retrying'] ?? 0) + (deliveries['Exhausted'] ?? 0),
        gasWallets,
        missing: setup.missing,
      },
    }
  },
})

async function countEverything(database: Database, owner: Owner) {
  const [payments, plans, subscriptions, charges, deliveries] = await Promise.all([
    countByStatus(database, 'payment', owner),
    countByStatus(database, 'plan', owner),
    countByStatus(database, 'subscription', owner),
    countByStatus(database, 'charge', owner),
    countByStatus(database, 'delivery', owner),
  ])
  return { payments, plans, subscriptions, charges, deliveries }
}
