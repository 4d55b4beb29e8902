/**
 * The contestants: the service, plain SQL in two forms, and durable-execution engines. Each moves
 * the same kind of actor in the same closed loop, on the same machine.
 */
import { join } from 'node:path'
import { type DurableServers, runStatement } from '../durable-servers.ts'
import { type Load, type Measurement, warmUp } from '../closed-loop.ts'
import { startPeers } from '../peer/peers.ts'
import { type Program, startProgram } from '../programs.ts'
import type { Role } from './cast.ts'

export type Contestant = {
  name: string
  roles: readonly Role[]
  measure(role: Role, load: Load): Promise<Measurement>
  stop(): Promise<void>
}

const program = (name: string) => join(import.meta.dirname, `${name}.program.ts`)
const roles = ['plan', 'subscription'] as const

/**
 * Starts all contestants. Rows for relays, which nobody takes here, are cleared before each
 * measurement.
 */
export async function startContestants(
  servers: DurableServers,
  options: { workers: number; withPeers: boolean },
): Promise<Contestant[]> {
  const plainUrl = await servers.newDatabase('plain_single')
  const batchedUrl = await servers.newDatabase('plain_batched')
  return [
    await startService(servers, options.workers),
    await startPlain('plain SQL, one row a commit', 'single', plainUrl),
    await startPlain('plain SQL, batched', 'batched', batchedUrl),
    ...(options.withPeers ? await startPeers(servers) : []),
  ]
}

async function startService(servers: DurableServers, workers: number): Promise<Contestant> {
  const databaseUrl = await servers.newDatabase('service')
  const { natsUrl } = servers
  const started: Program[] = []
  for (let i = 0; i < workers; i++)
    started.push(await startProgram(program('worker'), { databaseUrl, natsUrl }))
  const asking = await startProgram(program('commands'), { databaseUrl, natsUrl })
  return contestant('the service', databaseUrl, asking, started)
}

async function startPlain(
  name: string,
  how: 'single' | 'batched',
  databaseUrl: string,
): Promise<Contestant> {
  return contestant(name, databaseUrl, await startProgram(program('plain'), { databaseUrl, how }))
}

async function contestant(
  name: string,
  databaseUrl: string,
  asking: Program,
  serving: Program[] = [],
): Promise<Contestant> {
  for (const role of roles) await asking.ask({ create: role })
  for (const role of roles) await asking.ask({ role, load: warmUp })
  await runStatement(databaseUrl, 'vacuum analyze')
  await runStatement(databaseUrl, 'checkpoint')
  return {
    name,
    roles,
    async measure(role, load) {
      await runStatement(databaseUrl, 'truncate outbox')
      return asking.ask<Measurement>({ role, load })
    },
    async stop() {
      await asking.stop()
      for (const worker of serving) await worker.stop()
    },
  }
}
