import type { Database } from '../database.ts'
import { Anomaly } from '../tables/path.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'

const fields = [
  'messageId',
  'kind',
  'entityId',
  'event',
  'state',
  'reason',
  'at',
  'resolvedAt',
] as const
export type AnomalySummary = Pick<Anomaly, (typeof fields)[number]>

/** Lists the owner's unexpected messages, the newest first; forged ones are for operators only. */
export async function listAnomalies(
  { orm }: Database,
  owner: Owner,
  { isOpen }: { isOpen?: boolean | undefined },
  page: Page,
): Promise<{ anomalies: AnomalySummary[]; total: number }> {
  const open = isOpen === undefined ? {} : { resolvedAt: isOpen ? null : { $ne: null } }
  const [anomalies, total] = await orm.em
    .fork()
    .findAndCount(
      Anomaly,
      { ...owner, ...open, isForged: false },
      { fields, orderBy: { at: 'desc' }, ...page },
    )
  return { anomalies, total }
}

const forgedFields = [...fields, 'merchantId', 'network'] as const

/** Lists the forged messages, whichever merchant they name, the newest first. */
export async function listForged(
  { orm }: Database,
  page: Page,
): Promise<{ forged: Pick<Anomaly, (typeof forgedFields)[number]>[]; total: number }> {
  const [forged, total] = await orm.em
    .fork()
    .findAndCount(
      Anomaly,
      { isForged: true },
      { fields: forgedFields, orderBy: { at: 'desc' }, ...page },
    )
  return { forged, total }
}
