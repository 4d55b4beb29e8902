/** The servers of a fleet, as tests and drills start them: they do what an operator's do. */
import { connect } from 'nats'
import { expect, test } from 'vitest'
import { startNatsCluster } from '../../scripts/fleet/nats-cluster.ts'
import { startPostgresPair } from '../../scripts/fleet/postgres-pair.ts'
import { newDirectory } from '../support/temporary-directory.ts'

test('a promoted standby has all that its primary acknowledged, and the primary follows it', async () => {
  const pair = await startPostgresPair({ directory: newDirectory('pair'), synchronous: true })
  try {
    await pair.ask(pair.primary, 'create table kept (number integer)')
    await pair.ask(pair.primary, 'insert into kept values (1)')
    await pair.killPrimary()
    await pair.promote()
    await pair.ask(pair.primary, 'insert into kept values (2)')
    await pair.rejoin()
    expect(await pair.ask(pair.standby, 'select number from kept order by number')).toEqual([
      { number: 1 },
      { number: 2 },
    ])
    expect(await pair.ask(pair.primary, 'select sync_state from pg_stat_replication')).toEqual([
      { sync_state: 'sync' },
    ])
  } finally {
    await pair.stop()
  }
})

test('a NATS cluster serves on where one of three is gone', async () => {
  const cluster = await startNatsCluster({ directory: newDirectory('cluster') })
  try {
    await cluster.kill((await cluster.leader())!)
    const connection = await connect({ servers: cluster.url.split(',') })
    await connection.flush()
    await connection.close()
  } finally {
    await cluster.stop()
  }
})
