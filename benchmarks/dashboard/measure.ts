/** Asks one question again and again, and returns how long half of the answers took, and all but a twentieth, in ms. */
export async function measure(
  ask: () => Promise<unknown>,
  rounds: number,
  pauseMs = 0,
): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const askedAt = performance.now()
    await ask()
    times.push(performance.now() - askedAt)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(rounds - 1, Math.floor(rounds * share))]!
  return { p50: at(0.5), p95: at(0.95) }
}
