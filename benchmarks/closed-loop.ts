/**
 * A closed loop: a fixed number of commands is under way at any moment, and each that ends is
 * followed by the next. Only answers inside the window count. It opens when the loop is warm: after
 * the warm-up, and not before every slot has had an answer; and it closes when its time is over,
 * and not before every slot may have had another.
 */

/** Does one command in one of the loop's slots; resolves when its answer is there. */
export type Step = (slot: number) => Promise<void>

export type Load = { concurrency: number; warmupMs: number; windowMs: number }
export type Measurement = { perSecond: number; p50Ms: number; p99Ms: number }

/**
 * The load before the measurement: it compiles the code, and leaves the database nothing new to
 * tidy up.
 */
export const warmUp: Load = { concurrency: 64, warmupMs: 0, windowMs: 4_000 }

export async function runClosedLoop(step: Step, load: Load): Promise<Measurement> {
  const warmAt = performance.now() + load.warmupMs
  const latencies: number[] = []
  let unanswered = load.concurrency
  let openedAt: number | undefined
  let closedAt: number | undefined

  function count(asked: number, answered: number): void {
    if (closedAt !== undefined) return
    if (openedAt === undefined) {
      if (unanswered === 0 && answered >= warmAt) openedAt = answered
      return
    }
    latencies.push(answered - asked)
    const isEnough = latencies.length >= load.concurrency
    if (isEnough && answered >= openedAt + load.windowMs) closedAt = answered
  }

  async function fillSlot(slot: number): Promise<void> {
    let isFirst = true
    for (let asked = performance.now(); closedAt === undefined;) {
      await step(slot)
      const answered = performance.now()
      if (isFirst) unanswered--
      isFirst = false
      count(asked, answered)
      asked = answered
    }
  }

  await Promise.all(Array.from({ length: load.concurrency }, (_, slot) => fillSlot(slot)))
  return measurementOf(latencies, closedAt! - openedAt!)
}

function measurementOf(latencies: number[], windowMs: number): Measurement {
  const sorted = latencies.toSorted((one, other) => one - other)
  return {
    perSecond: (sorted.length / windowMs) * 1000,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
  }
}

/** The value below which `share` of the sorted values lie; 0 where there are none. */
const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (values: number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  )
