/** One rule of a contract, broken on purpose. */
export interface Mutant {
  /** The rule that the mutant breaks. */
  rule: string
  file: string
  /** The text to replace; occurs exactly once in the file. */
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
