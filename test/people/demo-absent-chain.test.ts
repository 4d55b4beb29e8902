import { expect, test } from 'vitest'
import { requireNoDemo } from '../../src/http/authentication/demo.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { localChains } from '../../src/shared/chains.ts'
import { Problem } from '../../src/shared/problems.ts'

test('the demo is refused, and nothing breaks, while the only real chain is absent', () => {
  const settings = { ...localChains[0]!, name: 'FarAway', embedded: false }
  const absent = {
    settings,
    why: 'unreachable',
    reason: 'nobody answers',
    lastKnown: null,
  } as const
  const directory = new ChainDirectory([], [absent])
  const enter = () => requireNoDemo({ isDemo: true }, directory)
  expect(enter).toThrow(Problem)
  expect(enter).toThrow(/FarAway is not a local chain/)
  expect(() => requireNoDemo({ isDemo: false }, directory)).not.toThrow()
})
