/** The clause that says a reason in a sentence. */
import type { ReasonWords } from '../reasons/reason-words.ts'

/** What an earlier version called otherwise is shown by its name. */
export const says = (
  catalogue: Record<string, Pick<ReasonWords<never>, 'says'>>,
  reason: string | null,
): string => (reason === null ? 'nobody said why' : (catalogue[reason]?.says ?? reason))
