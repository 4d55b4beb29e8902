/** The arguments of `scripts/test.ts`: a tier, then what vitest gets. */

export type Tier = 'everyday' | 'proof'
/** The `part`-th of so many parts of the proof. */
export type Quarter = { part: number; of: number }

export type TestArguments = {
  tiers: Tier[]
  vitestArguments: string[]
  /** No files and no titles were named. */
  isWhole: boolean
  quarter: Quarter | null
}

const tiersOf: Record<string, Tier[]> = {
  everyday: ['everyday'],
  proof: ['proof'],
  all: ['everyday', 'proof'],
}

/** @throws where the tier is none, or the quarter is not like `2/4` */
export function readTestArguments([tier = '', ...rest]: string[]): TestArguments {
  const tiers = tiersOf[tier]
  if (!tiers)
    throw new Error(`'${tier}' is no tier of the tests: name ${Object.keys(tiersOf).join(', ')}.`)
  const named = rest.find((word) => word.startsWith('--quarter='))
  const vitestArguments = rest.filter((word) => word !== named)
  return {
    tiers,
    vitestArguments,
    isWhole: vitestArguments.length === 0,
    quarter: named === undefined ? null : readQuarter(named),
  }
}

function readQuarter(word: string): Quarter {
  const [part = 0, of = 0] = word.replace('--quarter=', '').split('/').map(Number)
  if (!(Number.isInteger(of) && part >= 1 && part <= of))
    throw new Error(`'${word}' names no part of the proof: write it like --quarter=2/4.`)
  return { part, of }
}
