/** Runs of the webhook torture kit, each with its report as far as it has come. */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'

export const tortureRunStatuses = ['Running', 'Finished'] as const

const TortureRunSchema = defineEntity({
  name: 'TortureRun',
  tableName: 'torture_run',
  indexes: [
    { properties: ['merchantId', 'network', 'createdAt'] },
    // As Postgres writes it back, or every comparison of schemas finds a difference.
    {
      name: 'torture_run_under_way',
      properties: ['availableAt'],
      where: "(status = 'Running'::text)",
    },
  ],
  uniques: [
    {
      name: 'torture_run_one_at_a_time',
      properties: ['merchantId', 'network'],
      where: "(status = 'Running'::text)",
    },
  ],
  properties: {
    id: p.text().primary(),
    merchantId: p.text(),
    network: p.enum(networks),
    status: p.enum(tortureRunStatuses),
    url: p.text(),
    apiKey: p.text(),
    /** Where the endpoint says what it has done with events; null where nobody can be asked. */
    echoUrl: p.text().nullable(),
    tests: p.json<string[]>(),
    /** A result for each test that is over, in their order. */
    results: p.json<unknown[]>(),
    createdAt: p.datetime(),
    availableAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
})
/** All moments are real time: the calls that it makes are. */
export class TortureRun extends TortureRunSchema.class {}
TortureRunSchema.setClass(TortureRun)
