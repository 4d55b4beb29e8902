import type { StatusOf } from '../../../machines/actors.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Verification } from '../tables/actors.ts'
import { Merchant } from '../tables/merchants.ts'
import type { Page } from '../../shared/page.ts'
import { toStoredActor } from '../actor-row.ts'

export const verificationStatuses = [
  'NotSubmitted',
  'Submitted',
  'Approved',
  'Rejected',
  'Revoked',
] as const satisfies readonly StatusOf['verification'][]

type FoundVerification = {
  merchant: { id: string; name: string }
  actor: StoredActor<'verification'>
}

/** Lists the verifications of all merchants, those that were moved last first: for operators only. */
export async function listVerifications(
  { orm }: Database,
  statusIn: StatusOf['verification'][],
  page: Page,
): Promise<{ found: FoundVerification[]; total: number }> {
  const em = orm.em.fork()
  const filter = statusIn.length ? { status: { $in: statusIn } } : {}
  const options = { orderBy: { updatedAt: 'desc' }, ...page } as const
  const [rows, total] = await em.findAndCount(Verification, filter, options)
  const merchants = await em.find(Merchant, { id: { $in: rows.map(({ id }) => id) } })
  const names = new Map(merchants.map(({ id, name }) => [id, name]))
  const found = rows.map((row) => ({
    merchant: { id: row.id, name: names.get(row.id) ?? row.id },
    actor: toStoredActor('verification', row),
  }))
  return { found, total }
}
