/** Commands to many: what was asked for, and what became of each. */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'
import { jobStatuses, targetOutcomes } from '../act-on-many/states.ts'

const ActOnManySchema = defineEntity({
  name: 'ActOnMany',
  tableName: 'act_on_many',
  indexes: [
    {
      name: 'act_on_many_running',
      properties: ['createdAt'],
      // As Postgres writes it back, or every comparison of schemas finds a difference.
      where: "(status = 'Running'::text)",
    },
  ],
  uniques: [{ properties: ['merchantId', 'network', 'key'] }],
  properties: {
    id: p.text().primary(),
    merchantId: p.text(),
    network: p.enum(networks),
    /** The client's own: asking twice is asking once. */
    key: p.text(),
    list: p.text(),
    command: p.text(),
    /** As it stands in the list's address. */
    filter: p.text(),
    askedBy: p.text(),
    status: p.enum(jobStatuses),
    total: p.integer(),
    /** Until when a process works at it, in real time; past that, another may. */
    claimedUntil: p.datetime().nullable(),
    /** Real time. */
    createdAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
})
export class ActOnMany extends ActOnManySchema.class {}
ActOnManySchema.setClass(ActOnMany)

const ActOnManyTargetSchema = defineEntity({
  name: 'ActOnManyTarget',
  tableName: 'act_on_many_target',
  indexes: [
    {
      name: 'act_on_many_target_left',
      properties: ['jobId', 'place'],
      // As Postgres writes it back, or every comparison of schemas finds a difference.
      where: '(outcome IS NULL)',
    },
  ],
  properties: {
    jobId: p.text().primary(),
    place: p.integer().primary(),
    entityId: p.text(),
    /** Null until its turn came. */
    outcome: p.enum(targetOutcomes).nullable(),
    reason: p.text().nullable(),
  },
})
export class ActOnManyTarget extends ActOnManyTargetSchema.class {}
ActOnManyTargetSchema.setClass(ActOnManyTarget)
