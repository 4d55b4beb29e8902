/**
 * Finds what needs the merchant: at most seven cards, the gravest first. A card is there only while something is to be
 * done, says how many, and names exactly the rows.
 */
import { z } from 'zod'
import type { Owner } from '../../../shared/owner.ts'
import { countMax, countRows } from '../../../store/lists/totals.ts'
import { exceptionList } from '../../../store/lists/payment-list.ts'
import { subscriptionList } from '../../../store/lists/subscription-list.ts'
import { readChecklist } from '../../../store/merchants/checklist.ts'
import { findActor } from '../../../store/views/actors.ts'
import { deliveriesOnTheirWay } from '../../../core/states.ts'
import { listWaitingReceivers } from '../../../store/merchants/pending-receivers.ts'
import { countAnomalies } from '../../../store/views/anomalies.ts'
import { findMostUrgent } from '../../../store/views/at-risk.ts'
import { countStrays } from '../../../store/views/strays.ts'
import { readWebhookEndpoint } from '../../../store/views/webhook-endpoint.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { describeGasWallets } from '../../gas-wallets.ts'
import { RowsLink, toRows } from './rows-link.ts'

export const cardsMax = 7

/** In the order in which they come where they are as grave as one another. */
const kinds = [
  'gas',
  'stuck',
  'endpoint',
  'receiver',
  'atRisk',
  'exceptions',
  'verification',
  'anomalies',
  'checklist',
] as const
const severities = ['critical', 'warning', 'notice'] as const

export const HomeCard = z
  .strictObject({
    kind: z.enum(kinds),
    severity: z.enum(severities),
    count: z
      .int()
      .positive()
      .meta({ description: `At most ${countMax} are counted` }),
    values: z
      .record(z.string(), z.union([z.string(), z.int()]).nullable())
      .meta({ description: 'What its sentence says beside the count' }),
    rows: RowsLink,
  })
  .meta({ id: 'HomeCard', description: 'Something that needs you.' })
type HomeCard = z.infer<typeof HomeCard>

type Look = (dependencies: HttpDependencies, owner: Owner) => Promise<HomeCard | null>

/** Reads all cards, the gravest first. */
export async function readCards(dependencies: HttpDependencies, owner: Owner): Promise<HomeCard[]> {
  const looks = kinds.map((kind) => lookFor[kind](dependencies, owner))
  const cards = (await Promise.all(looks)).filter((card) => card !== null)
  const gravity = ({ severity }: HomeCard) => severities.indexOf(severity)
  return cards.toSorted((one, other) => gravity(one) - gravity(other))
}

/** Both wait for the merchant; a verification that was never submitted is on the checklist. */
const refusedVerifications = ['Rejected', 'Revoked']

const lookFor: Record<HomeCard['kind'], Look> = {
  async gas(dependencies, owner) {
    const wallets = await describeGasWallets(dependencies, owner)
    const short = wallets.filter(({ status }) => status === 'Low' || status === 'Empty')
    const [worst] = short.toSorted((one, other) => (one.daysLeft ?? 0) - (other.daysLeft ?? 0))
    if (!worst) return null
    const { blockchain, balance, daysLeft, chargesLeft } = worst
    return {
      kind: 'gas',
      severity: short.some(({ status }) => status === 'Empty') ? 'critical' : 'warning',
      count: short.length,
      values: { blockchain, balance, daysLeft, chargesLeft },
      rows: toRows('gas-wallets', { statusIn: 'Low,Empty' }),
    }
  },
  async stuck({ database }, owner) {
    const filter = { statusIn: ['Suspended', 'Error'] as const }
    const { count } = await countRows(database.pool, subscriptionList, {
      owner,
      filter: { statusIn: [...filter.statusIn] },
    })
    const rows = toRows('subscriptions', { statusIn: filter.statusIn.join() })
    return count > 0 ? { kind: 'stuck', severity: 'critical', count, values: {}, rows } : null
  },
  async endpoint(dependencies, owner) {
    const { status, waiting, url, keys } = await readWebhookEndpoint(dependencies, owner)
    const failing = keys.filter((key) => key.status !== 'Answering')
    if (!failing.length) return null
    const { lastFailure, since, waitingSince } = failing[0]!
    return {
      kind: 'endpoint',
      severity: status === 'Down' ? 'critical' : 'warning',
      count: waiting > 0 ? waiting : failing.length,
      values: { url, error: lastFailure?.error ?? null, since, waitingSince },
      rows:
        waiting > 0
          ? toRows('deliveries', { statusIn: deliveriesOnTheirWay.join() })
          : toRows('webhook-endpoint'),
    }
  },
  async receiver(dependencies, owner) {
    const waiting = await listWaitingReceivers(dependencies, owner)
    const [first] = waiting
    if (!first) return null
    const { blockchain, address, by, takesEffectAt } = first
    return {
      kind: 'receiver',
      severity: 'warning',
      count: waiting.length,
      values: { blockchain, address, by, takesEffectAt: takesEffectAt.toISOString() },
      rows: toRows('receiver'),
    }
  },
  async atRisk({ database }, owner) {
    const { count } = await countRows(database.pool, subscriptionList, {
      owner,
      filter: { atRisk: true },
    })
    if (count === 0) return null
    const values = { nextChargeAt: await findMostUrgent(database, owner) }
    const rows = toRows('subscriptions', { atRisk: 'true' })
    return { kind: 'atRisk', severity: 'warning', count, values, rows }
  },
  async exceptions({ database }, owner) {
    const [payments, strays] = await Promise.all([
      countRows(database.pool, exceptionList, { owner, filter: {} }),
      countStrays(database, owner),
    ])
    const count = payments.count + strays
    const values = { payments: payments.count, strays }
    return count > 0
      ? { kind: 'exceptions', severity: 'warning', count, values, rows: toRows('exceptions') }
      : null
  },
  async verification({ database }, { merchantId, network }) {
    const owner = { merchantId, network: 'MainNet' } as const
    const found = await findActor(database, 'verification', merchantId, owner)
    if (network !== 'MainNet' || !found || !refusedVerifications.includes(found.status)) return null
    const values = { status: found.status, reason: found.snapshot.context.reason }
    const rows = toRows('verification')
    return { kind: 'verification', severity: 'warning', count: 1, values, rows }
  },
  async anomalies({ database }, owner) {
    const { count } = await countAnomalies(database, owner, { isOpen: true })
    const rows = toRows('anomalies', { open: 'true' })
    return count > 0 ? { kind: 'anomalies', severity: 'warning', count, values: {}, rows } : null
  },
  async checklist(dependencies, owner) {
    const { items } = await readChecklist(dependencies, owner)
    const missing = items.filter(({ done }) => !done)
    if (!missing.length) return null
    return {
      kind: 'checklist',
      severity: 'notice',
      count: missing.length,
      values: { name: missing[0]!.name, advice: missing[0]!.advice },
      rows: toRows('checklist'),
    }
  },
}
