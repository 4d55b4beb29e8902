/**
 * A closed loop: so many commands are under way at any moment, and each that ends is
 * followed by the next. What is measured is what came back inside the window.
 */

/** Does one command in one of the loop's slots; resolves when its answer is there. */
export type Step = (slot: number) => Promise<void>

export type Load = { concurrency: number; warmupMs: number; windowMs: number }
export type Measurement = { perSecond: number; p50Ms: number; p99Ms: number }

export async function runClosedLoop(step: Step, load: Load): Promise<Measurement> {
  const startsAt = performance.now() + load.warmupMs
  const endsAt = startsAt + load.windowMs
  const latencies: number[] = []

  async function fillSlot(slot: number): Promise<void> {
    for (let asked = performance.now(); asked < endsAt;) {
      await step(slot)
      const answered = performance.now()
      if (answered >= startsAt && answered < endsAt) latencies.push(answered - asked)
      asked = answered
    }
  }

  await Promise.all(Array.from({ length: load.concurrency }, (_, slot) => fillSlot(slot)))
  latencies.sort((one, other) => one - other)
  return {
    perSecond: (latencies.length / load.windowMs) * 1000,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
}

/** The value below which `share` of the sorted values lie; 0 where there are none. */
export const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (values: number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  )
