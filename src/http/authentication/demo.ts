/**
 * The demo's passwords and keys follow from the master key, are printed on consoles and lie in
 * `dev.json`. They are let in where every chain is local, and nowhere else.
 */
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import { Problem } from '../../shared/problems.ts'

/** Throws `Forbidden` for an account or key of the demo, where a chain is not local. */
export function requireNoDemo({ isDemo }: { isDemo: boolean }, directory: ChainDirectory): void {
  const real = isDemo ? directory.firstReal : null
  if (real === null) return
  throw new Problem(
    'Forbidden',
    `This belongs to the demo, whose credentials are no secret, and ${real} is not a local chain. Ask the operator for an account of your own.`,
  )
}
