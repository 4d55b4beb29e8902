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
  const batched: Contestant[] = []
  for (const connections of batchedConnections)
    batched.push(await startBatched(servers, connections))
  return [
    await startService(servers, options.workers),
    await startPlain('plain SQL, one row a commit', plainUrl),
    ...batched,
    ...(options.withPeers ? await startPeers(servers) : []),
  ]
}

/** The limit is that of as many connections as help; which those are differs by machine. */
const batchedConnections = [2, 4, 8]

async function startBatched(servers: DurableServers, connections: number): Promise<Contestant> {
  const databaseUrl = await servers.newDatabase(`plain_batched_${connections}`)
  const writer = await startProgram(program('batched'), { databaseUrl, connections })
  let port = 0
  for (const role of roles) port = await writer.ask<number>({ create: role })
  const asking = await startProgram(program('moves'), { port })
  const name = `plain SQL, batched, ${connections} connections`
  return contestant(name, databaseUrl, asking, [writer])
}

async function startService(servers: DurableServers, workers: number): Promise<Contestant> {
  const databaseUrl = await servers.newDatabase('service')
  const { natsUrl } = servers
  const started: Program[] = []
  for (let i = 0; i < workers; i++)
    started.push(await startProgram(program('worker'), { databaseUrl, natsUrl }))
  const asking = await startProgram(program('commands'), { databaseUrl, natsUrl })
  for (const role of roles) await asking.ask({ create: role })
  return contestant('the service', databaseUrl, asking, started)
}

async function startPlain(name: string, databaseUrl: string): Promise<Contestant> {
  const asking = await startProgram(program('plain'), { databaseUrl })
  for (const role of roles) await asking.ask({ create: role })
  return contestant(name, databaseUrl, asking)
}

async function contestant(
  name: string,
  databaseUrl: string,
  asking: Program,
  serving: Program[] = [],
): Promise<Contestant> {
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
