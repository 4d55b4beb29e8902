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

/**
 * Throws `Forbidden` where the demo's operator acts on an account or merchant that is not of the demo:
 * what is done to those would count on real chains too.
 */
export function requireDemoReach(by: { isDemo: boolean }, target: { isDemo: boolean }): void {
  if (!by.isDemo || target.isDemo) return
  throw new Problem(
    'Forbidden',
    "The demo's operator, whose password is no secret, acts on accounts and merchants of the demo only: log in as an operator of your own.",
  )
}
