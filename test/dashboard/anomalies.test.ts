import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectedChain } from '../../src/chain/clients.ts'
import type { ChainDependencies } from '../../src/chain/dependencies.ts'
import { createLog } from '../../src/shared/log.ts'
import { saveTestOffset } from '../../src/store/clock-follower.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { forgetDoubts, noteAnomaly } from '../../src/reporter/anomalies.ts'

const daysAhead = 40
let dashboard: Dashboard
let alice: Person & { merchantId: string }

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
})
afterAll(() => dashboard.stop())

test.each([
  ['LocalTestNet', true, daysAhead],
  ['BesideReality', false, 0],
])(
  'anomalies that the watcher of %s notes stand in business time, as all others do',
  async (name, embedded, days) => {
    const { pool } = dashboard.database
    await saveTestOffset(dashboard.database, daysAhead * 86_400_000)
    const chain = { name, embedded } as ConnectedChain
    const watching = { chain, log: createLog('silent') } as ChainDependencies
    const { merchantId } = alice
    const about = {
      kind: 'payment' as const,
      entityId: name,
      merchantId,
      network: 'TestNet',
    } as const
    await noteAnomaly(pool, watching, about, { type: 'chain.doubted' }, 'nodes differ')
    await runInOneCommit(pool, (client) => forgetDoubts(client, watching, [name]))

    const { anomalies } = (await alice.call('GET', '/test/anomalies')).body
    const { at, resolvedAt } = anomalies.find(
      ({ entityId }: { entityId: string }) => entityId === name,
    )
    for (const moment of [at, resolvedAt])
      expect((Date.parse(moment) - Date.now()) / 86_400_000).toBeCloseTo(days, 1)
  },
)
