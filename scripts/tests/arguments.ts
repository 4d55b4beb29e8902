/** The arguments of `scripts/test.ts`: a tier, then what vitest gets. */

export type Tier = 'everyday' | 'proof'

export type TestArguments = {
  tiers: Tier[]
  vitestArguments: string[]
  /** No files and no titles were named. */
  isWhole: boolean
  /** As given, `--shard=2/6`, for a part of the proof: each runner reads it itself. None: all of it. */
  shard: string[]
}

const tiersOf: Record<string, Tier[]> = {
  everyday: ['everyday'],
  proof: ['proof'],
  all: ['everyday', 'proof'],
}

/** @throws where the tier is none */
export function readTestArguments([tier = '', ...rest]: string[]): TestArguments {
  const tiers = tiersOf[tier]
  if (!tiers)
    throw new Error(`'${tier}' is no tier of the tests: name ${Object.keys(tiersOf).join(', ')}.`)
  const isShard = (word: string) => word.startsWith('--shard=')
  const vitestArguments = rest.filter((word) => !isShard(word))
  return {
    tiers,
    vitestArguments,
    isWhole: vitestArguments.length === 0,
    shard: rest.filter(isShard),
  }
}
