/**
 * Measures durable turns a second beside plain SQL in group commits: both move the same plans on the same machine, one
 * after the other in every round, so that other load meets both alike. The result is the ratio of the medians.
 */
import { join } from 'node:path'
import { type Measurement, median, warmUp } from '../closed-loop.ts'
import { type DurableServers, runStatement } from '../durable-servers.ts'
import { type Program, startProgram } from '../programs.ts'
import { count, milliseconds, noteRatio, ratio, table } from '../table.ts'

type Pace = { concurrencies: number[]; rounds: number; windowMs: number }
type Contestant = { name: string; databaseUrl: string; asking: Program }

/** More help no further on a few cores. */
const connections = 4

const program = (name: string) => join(import.meta.dirname, `${name}.program.ts`)

export async function compareTurns(servers: DurableServers, pace: Pace): Promise<string> {
  const databaseUrl = await servers.newDatabase('service')
  const { natsUrl } = servers
  const worker = await startProgram(program('worker'), { databaseUrl, natsUrl })
  const asking = await startProgram(program('commands'), { natsUrl })
  const both = [{ name: 'the service', databaseUrl, asking }, await startBatched(servers)]
  for (const one of both) await one.asking.ask(warmUp)
  const lines: string[][] = []
  for (const concurrency of pace.concurrencies)
    lines.push(...(await compareAt(both, concurrency, pace)))
  for (const one of both) await one.asking.stop()
  await worker.stop()
  return table(['', 'at once', 'a second', 'p50', 'p99', 'rate of the service to it'], lines)
}

async function startBatched(servers: DurableServers): Promise<Contestant> {
  const databaseUrl = await servers.newDatabase('batched')
  const asking = await startProgram(program('batched'), { databaseUrl, connections })
  return { name: 'plain SQL, batched', databaseUrl, asking }
}

async function compareAt(all: Contestant[], concurrency: number, pace: Pace): Promise<string[][]> {
  const measured = new Map<Contestant, Measurement[]>(all.map((one) => [one, []]))
  for (let round = 0; round < pace.rounds; round++)
    for (const one of all) {
      // Rows for relays, which nobody takes here, would pile up.
      await runStatement(one.databaseUrl, 'truncate outbox')
      const load = { concurrency, warmupMs: 500, windowMs: pace.windowMs }
      measured.get(one)!.push(await one.asking.ask<Measurement>(load))
    }
  const of = (one: Contestant, what: keyof Measurement) =>
    median(measured.get(one)!.map((measurement) => measurement[what]))
  const ours = of(all[0]!, 'perSecond')
  for (const peer of all.slice(1))
    noteRatio(
      `turns of plans, ${count(concurrency)} at once`,
      peer.name,
      ours / of(peer, 'perSecond'),
    )
  return all.map((one, index) => [
    one.name,
    count(concurrency),
    count(of(one, 'perSecond')),
    milliseconds(of(one, 'p50Ms')),
    milliseconds(of(one, 'p99Ms')),
    index === 0 ? '' : ratio(ours / of(one, 'perSecond')),
  ])
}
