/** The dashboard's first page: how things stand, and what wants attention. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../store/database.ts'
import { readChecklist } from '../../store/merchants/checklist.ts'
import { listAnomalies } from '../../store/views/anomalies.ts'
import { listAtRisk } from '../../store/views/at-risk.ts'
import { countByStatus } from '../../store/views/counts.ts'
import { countExceptions } from '../../store/views/payments.ts'
import { countStrays } from '../../store/views/strays.ts'
import type { Owner } from '../../shared/owner.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { ownerOf } from './session.ts'
import { describeGasWallets } from './setup.routes.ts'

const noRows = { limit: 1, offset: 0 }

export function summaryRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database } = dependencies

  app.get('/summary', async (request) => {
    const owner = ownerOf(request)
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
      counts,
      exceptions: { ...exceptions, WrongChain },
      atRisk: atRisk.total,
      openAnomalies: anomalies.total,
      failingDeliveries: (deliveries['Retrying'] ?? 0) + (deliveries['Exhausted'] ?? 0),
      gasWallets,
      missing: setup.missing,
    }
  })
}

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
