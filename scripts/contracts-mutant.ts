/** One way in which a contract is broken on purpose. */
export interface Mutant {
  /** What no longer holds. */
  rule: string
  file: string
  /** Occurs exactly once in the file. */
  original: string
  replacement: string
}

export function mutant(
  rule: string,
  contract: string,
  original: string,
  replacement: string,
): Mutant {
  return { rule, file: `src/${contract}.sol`, original, replacement }
}
