import assert from 'node:assert/strict'

const timeoutMs = 20_000
const lookEveryMs = 25

/** Waits until `look` answers something true, and answers it. */
export async function eventually<Seen>(
  what: string,
  look: () => Promise<Seen>,
): Promise<NonNullable<Seen>> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const seen = await look()
    if (seen) return seen as NonNullable<Seen>
    assert.ok(performance.now() < deadline, `waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
