/** The tier that a test of functions or parts runs in, as `vitest.config.ts` says: a file that both run goes farther in the proof. */
export type Tier = 'everyday' | 'proof'

declare module 'vitest' {
  interface ProvidedContext {
    tier: Tier
  }
}
