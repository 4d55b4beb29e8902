/** The columns that all actor tables have, and generated ones, which cannot disagree with the snapshot. */
import { p } from '@mikro-orm/core'
import type { PhaseOf, StatusOf } from '../../../machines/actors.ts'
import { networks } from '../../shared/network.ts'
import type { ActorKind, StoredSnapshot } from '../../shared/stored-actor.ts'

export const actorColumns = <K extends ActorKind>() => ({
  id: p.text().primary(),
  merchantId: p.text(),
  network: p.enum(networks),
  status: p.text().$type<StatusOf[K]>(),
  phase: p.text().$type<PhaseOf[K]>(),
  revision: p.integer(),
  machineVersion: p.integer(),
  snapshot: p.json<StoredSnapshot<K>>(),
  createdAt: p.datetime(),
  updatedAt: p.datetime(),
})

export const field = (name: string, cast = '') =>
  `((snapshot->'context'->>'${name}')${cast}) stored` as const
export const text = (name: string) =>
  p.text().nullable().generated(field(name)).ignoreSchemaChanges('extra')
export const whole = (name: string) =>
  p.integer().nullable().generated(field(name, '::integer')).ignoreSchemaChanges('extra')
export const amount = (name: string) =>
  p
    .decimal('string')
    .precision(78)
    .scale(0)
    .nullable()
    .generated(field(name, '::numeric(78,0)'))
    .ignoreSchemaChanges('extra')
export const flag = (name: string) =>
  p.boolean().nullable().generated(field(name, '::boolean')).ignoreSchemaChanges('extra')

/** Chain, token and payer in one. */
export const walletKey = () =>
  p
    .uuid()
    .nullable()
    .generated(
      `(md5(((snapshot->'context'->>'blockchain') || (snapshot->'context'->>'token')) || (snapshot->'context'->>'payer'))::uuid) stored`,
    )
    .ignoreSchemaChanges('extra')
/** What came of a payment and is confirmed. */
export const paidAmount = () =>
  p
    .decimal('string')
    .precision(78)
    .scale(0)
    .nullable()
    .generated(
      `((((snapshot->'context'->'inTime'->>'confirmed')::numeric(78,0) + ((snapshot->'context'->'late'->>'confirmed'))::numeric(78,0)))) stored`,
    )
    .ignoreSchemaChanges('extra')
export const monthlyAmount = () =>
  p
    .decimal('string')
    .precision(90)
    .scale(0)
    .nullable()
    .generated(
      `(div(((snapshot->'context'->>'amount')::numeric(78,0) * 487), (16 * (snapshot->'context'->>'periodDays')::integer))) stored`,
    )
    .ignoreSchemaChanges('extra')

/** A merchant's own reference, hashed: the text may be longer than an index takes. */
export const metadataHash = () =>
  p
    .text()
    .nullable()
    .generated("(md5(snapshot->'context'->>'metadata')) stored")
    .ignoreSchemaChanges('extra')
