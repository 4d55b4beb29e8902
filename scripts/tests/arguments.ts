/** The arguments of `scripts/test.ts`: a tier, then what vitest gets. */

export type Tier = 'everyday' | 'proof'
/** The `part`-th of so many parts of the proof. */
export type Part = { part: number; of: number }

export type TestArguments = {
  tiers: Tier[]
  vitestArguments: string[]
  /** No files and no titles were named. */
  isWhole: boolean
  part: Part | null
}

const tiersOf: Record<string, Tier[]> = {
  everyday: ['everyday'],
  proof: ['proof'],
  all: ['everyday', 'proof'],
}

/** @throws where the tier is none, or the part is not like `2/6` */
export function readTestArguments([tier = '', ...rest]: string[]): TestArguments {
  const tiers = tiersOf[tier]
  if (!tiers)
    throw new Error(`'${tier}' is no tier of the tests: name ${Object.keys(tiersOf).join(', ')}.`)
  const named = rest.find((word) => word.startsWith('--part='))
  const vitestArguments = rest.filter((word) => word !== named)
  return {
    tiers,
    vitestArguments,
    isWhole: vitestArguments.length === 0,
    part: named === undefined ? null : readPart(named),
  }
}

function readPart(word: string): Part {
  const [part = 0, of = 0] = word.replace('--part=', '').split('/').map(Number)
  if (!(Number.isInteger(of) && part >= 1 && part <= of))
    throw new Error(`'${word}' names no part of the proof: write it like --part=2/6.`)
  return { part, of }
}
