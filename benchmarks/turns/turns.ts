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
  const { natsUrl } = servers
  const [one, apart, batched] = await Promise.all(
    ['one', 'apart', 'batched'].map((name) => servers.newDatabase(name)),
  )
  const start = (databaseUrl: string | null, isAsking: boolean) =>
    startProgram(program('commands'), { natsUrl, databaseUrl, isAsking })
  const worker = await start(apart!, false)
  const limit = await startProgram(program('batched'), { databaseUrl: batched, connections })
  const all: Contestant[] = [
    { name: 'the service in one process', databaseUrl: one!, asking: await start(one!, true) },
    { name: 'the service over NATS', databaseUrl: apart!, asking: await start(null, true) },
    { name: 'plain SQL, batched', databaseUrl: batched!, asking: limit },
  ]
  for (const one of all) await one.asking.ask(warmUp)
  const lines: string[][] = []
  for (const concurrency of pace.concurrencies)
    lines.push(...(await compareAt(all, concurrency, pace)))
  for (const one of all) await one.asking.stop()
  await worker.stop()
  return table(['', 'at once', 'a second', 'p50', 'p99', 'of plain SQL'], lines)
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
  const limit = all.at(-1)!
  return all.map((one) => {
    const share = of(one, 'perSecond') / of(limit, 'perSecond')
    const isLimit = one === limit
    const what = `turns of plans, ${count(concurrency)} at once: ${one.name}`
    if (!isLimit) noteRatio(what, limit.name, share)
    return [
      one.name,
      count(concurrency),
      count(of(one, 'perSecond')),
      milliseconds(of(one, 'p50Ms')),
      milliseconds(of(one, 'p99Ms')),
      isLimit ? '' : ratio(share),
    ]
  })
}
