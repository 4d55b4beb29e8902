/**
 * Holds a question, as it stands in the form and in the page's address: texts as they are typed, so that half a number
 * is no fault yet. It becomes questions to the simulator, one for each retry policy.
 */
import { SimulationQuestion } from '../../../src/core/simulating/simulate.ts'

export type PolicyDraft = { retryHours: string; graceDays: string }
/** A happening with its fields as texts. */
export type HappeningDraft = { what: string } & Record<string, string>

export type Draft = {
  /** The day on which the subscription is created, as `2027-03-01`. */
  beginsOn: string
  plan: { amount: string; periodDays: string; maxPeriods: string; startsOnDay: string }
  payer: { balance: string; allowance: string }
  days: string
  happenings: HappeningDraft[]
  policies: PolicyDraft[]
}

/** Says what is wrong with it, by the place in the form, such as `plan.amount`. */
export type Faults = Record<string, string>
export type SimulatorDraft = { beganMs: number; questions: SimulationQuestion[] }

/** Hours after the due time, as the service tries; once a day after the last of them. */
export const usualRetryHours = '0, 1, 6, 24'

/** Names a policy beside the other one. */
export const nameOf = ({ retryHours }: PolicyDraft, index: number): string =>
  retryHours === usualRetryHours
    ? `Policy ${index + 1}: as the service tries`
    : `Policy ${index + 1}: other attempts`

const beginsAtHour = '09:00:00.000Z'
const numbers = new Set(['fromDay', 'toDay', 'onDay', 'untilDay'])

/** Reads the draft; where something is wrong, says what. */
export function readDraft(draft: Draft): { asked: SimulatorDraft } | { faults: Faults } {
  const beganMs = Date.parse(`${draft.beginsOn}T${beginsAtHour}`)
  const faults: Faults = {}
  if (Number.isNaN(beganMs)) faults['beginsOn'] = 'a day such as 2027-03-01'
  const questions = draft.policies.flatMap((policy, index) => {
    const read = SimulationQuestion.safeParse(toQuestion(draft, policy))
    if (read.success) return [read.data]
    for (const { path, message } of read.error.issues)
      faults[placeOf(path.map(String), index)] ??= message
    return []
  })
  return Object.keys(faults).length > 0 ? { faults } : { asked: { beganMs, questions } }
}

function toQuestion({ plan, payer, days, happenings }: Draft, policy: PolicyDraft): unknown {
  const { amount, periodDays, maxPeriods, startsOnDay } = plan
  return {
    plan: {
      amount: amount.trim(),
      periodDays: toNumber(periodDays),
      maxPeriods: toNumber(maxPeriods),
      startsOnDay: toNumber(startsOnDay),
      graceDays: toNumber(policy.graceDays),
    },
    scenario: {
      days: toNumber(days),
      payer: { balance: payer.balance.trim(), allowance: payer.allowance.trim() },
      happenings: happenings.map(toHappening),
    },
    retries: policy.retryHours.split(',').map(toNumber),
  }
}

const toHappening = (one: HappeningDraft): object =>
  Object.fromEntries(
    Object.entries(one)
      .filter(([name, text]) => name !== 'untilDay' || text.trim() !== '')
      .map(([name, text]) => [name, numbers.has(name) ? toNumber(text) : text.trim()]),
  )

/** A text without a number in it is no number, and the schema says so. */
const toNumber = (text: string): number | string => (text.trim() === '' ? text : Number(text))

/** Finds the place of a fault in the form: what both policies share has one place. */
function placeOf(path: string[], policy: number): string {
  const [first, second] = path
  if (first === 'retries') return `policies.${policy}.retryHours`
  if (first === 'plan' && second === 'graceDays') return `policies.${policy}.graceDays`
  return path[0] === 'scenario' ? path.slice(1).join('.') : path.join('.')
}

/** The part of the page's address that holds a draft. */
export const toHash = (draft: Draft): string => `#${encodeURIComponent(JSON.stringify(draft))}`

/** Reads a draft out of an address; null where there is none, or something else. */
export function fromHash(hash: string): Draft | null {
  try {
    const read = JSON.parse(decodeURIComponent(hash.slice(1))) as Draft
    const isWhole =
      Array.isArray(read.policies) && Array.isArray(read.happenings) && read.plan && read.payer
    return isWhole ? read : null
  } catch {
    return null
  }
}
