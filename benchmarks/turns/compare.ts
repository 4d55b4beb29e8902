/**
 * Durable turns per second, beside plain SQL and other engines. Every contestant is measured in
 * every round, one after the other, so that other load on the machine meets all alike; the result
 * is the ratios of the medians.
 */
import { type Measurement, median } from '../closed-loop.ts'
import { count, milliseconds, ratio, table } from '../table.ts'
import type { Role } from './cast.ts'
import type { Contestant } from './contestants.ts'

export type Pace = { concurrencies: number[]; rounds: number; warmupMs: number; windowMs: number }

/** Runs all rounds and returns a table: one line for each contestant and concurrency. */
export async function compareTurns(
  contestants: Contestant[],
  role: Role,
  pace: Pace,
): Promise<string> {
  const here = contestants.filter(({ roles }) => roles.includes(role))
  const measured = new Map<string, Measurement[]>()
  for (let round = 0; round < pace.rounds; round++)
    for (const concurrency of pace.concurrencies)
      for (const contestant of here) {
        const load = { concurrency, warmupMs: pace.warmupMs, windowMs: pace.windowMs }
        const key = `${concurrency}/${contestant.name}`
        measured.set(key, [...(measured.get(key) ?? []), await contestant.measure(role, load)])
      }
  const service = here[0]!.name
  const lines = pace.concurrencies.flatMap((concurrency) => {
    const ours = medians(measured.get(`${concurrency}/${service}`)!)
    return here.map(({ name }) => {
      const theirs = medians(measured.get(`${concurrency}/${name}`)!)
      return toLine(name, concurrency, theirs, name === service ? null : ours)
    })
  })
  const head = ['', 'at once', 'per second', 'p50', 'p99', 'rate of the service to it', 'its p50']
  return table(head, lines)
}

function medians(measurements: Measurement[]): Measurement {
  const of = (name: keyof Measurement) => median(measurements.map((one) => one[name]))
  return { perSecond: of('perSecond'), p50Ms: of('p50Ms'), p99Ms: of('p99Ms') }
}

/** `ours` is null on the service's own line. */
function toLine(
  name: string,
  concurrency: number,
  { perSecond, p50Ms, p99Ms }: Measurement,
  ours: Measurement | null,
): string[] {
  return [
    name,
    count(concurrency),
    count(perSecond),
    milliseconds(p50Ms),
    milliseconds(p99Ms),
    ours ? ratio(ours.perSecond / perSecond) : '',
    ours ? ratio(ours.p50Ms / p50Ms) : '',
  ]
}
