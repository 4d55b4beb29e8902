/** Judges a promise. */
export type Verdict = {
  promise: string
  words: string
  /** Says in figures what was counted. */
  figure: string
  /** Null: this drill did not try it. */
  isKept: boolean | null
  /** Says where to look first, where it was broken. */
  lookAt: string[]
}

const lookAtMax = 10

/** A promise that is kept where nothing speaks against it. */
export const judge = (
  promise: string,
  words: string,
  figure: string,
  faults: string[],
): Verdict => ({
  promise,
  words,
  figure,
  isKept: faults.length === 0,
  lookAt: faults.slice(0, lookAtMax),
})

export const notTried = (promise: string, words: string, figure: string): Verdict => ({
  promise,
  words,
  figure,
  isKept: null,
  lookAt: [],
})

/** Returns the keys that occur more than once. */
export function repeatedOf<One>(all: readonly One[], keyOf: (one: One) => string): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const one of all) {
    const key = keyOf(one)
    if (seen.has(key)) repeated.add(key)
    seen.add(key)
  }
  return [...repeated]
}
