type Spread = { p50: number; p95: number }

/** Asks one question again and again, and returns how long half of the answers took, and all but a twentieth, in ms. */
export function measure(ask: () => Promise<unknown>, rounds: number, pauseMs = 0): Promise<Spread> {
  return measureTimes(async () => {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const askedAt = performance.now()
    await ask()
    return performance.now() - askedAt
  }, rounds)
}

/** The same of what says itself how long it took, in ms. */
export async function measureTimes(ask: () => Promise<number>, rounds: number): Promise<Spread> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await ask())
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(rounds - 1, Math.floor(rounds * share))]!
  return { p50: at(0.5), p95: at(0.95) }
}
