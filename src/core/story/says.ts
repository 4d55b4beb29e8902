/** The clause that says a reason in a sentence. */
import type { ReasonWords } from '../reasons/reason-words.ts'

/** A reason of an earlier version that has another name now is shown by its old one. */
export const says = (
  catalogue: Record<string, Pick<ReasonWords<never>, 'says'>>,
  reason: string | null,
): string => (reason === null ? 'nobody said why' : (catalogue[reason]?.says ?? reason))
