/** A trouble is something that is not as it should be, or is waited for: flat, as it is shown. */
import { type Helper, type ReasonWords } from '../reasons/reason-words.ts'
import type { Value } from '../story/values.ts'

/**
 * `Failure`: it did not come about. `Wait`: it has yet to come about. `Decision`: it waits for the merchant's
 * decision. `End`: it is over, or will be, because somebody or a rule ended it.
 */
export const troubleTypes = ['Failure', 'Wait', 'Decision', 'End'] as const
export type TroubleType = (typeof troubleTypes)[number]

export type Trouble = {
  about: TroubleType
  /** The name of the reason, where it has one. */
  reason: string | null
  /** States the case, as a sentence. */
  says: string
  /** States what would have to hold. */
  condition: string
  /** Lists what the condition saw. */
  values: Value[]
  change: string
  helper: Helper
}

/** Says of a reason what its words say about these facts. */
export function troubleOf<Facts>(
  about: TroubleType,
  reason: string | null,
  words: ReasonWords<Facts>,
  facts: Facts,
): Trouble {
  const { says, tells, condition, values, change, tellsChange, helper } = words
  return {
    about,
    reason,
    says: tells?.(facts) ?? asSentence(says),
    condition,
    values: values(facts),
    change: tellsChange?.(facts) ?? change,
    helper,
  }
}

/** Says what the catalogue has about a reason; one that an earlier version called otherwise is named as it is. */
export function troubleIn<Facts>(
  catalogue: Record<string, ReasonWords<Facts>>,
  about: TroubleType,
  reason: string,
  facts: Facts,
): Trouble {
  const words = catalogue[reason]
  return words ? troubleOf(about, reason, words, facts) : unknown(about, reason)
}

const unknown = (about: TroubleType, reason: string): Trouble => ({
  about,
  reason,
  says: `An earlier version called this ${reason}.`,
  condition: 'It had not happened.',
  values: [{ name: 'reason', value: reason }],
  change: 'See what it says at /docs/guides/reasons.',
  helper: 'nobody',
})

export const asSentence = (clause: string): string =>
  `${clause[0]!.toUpperCase()}${clause.slice(1)}.`
