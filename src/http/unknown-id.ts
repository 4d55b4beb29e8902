/** The answer to an id that its caller does not have: somebody else's is as unknown as a random one. */
import type { Owner } from '../shared/owner.ts'
import { Problem, type ProblemCode } from '../shared/problems.ts'

const codes = new Map<string, ProblemCode>([
  ['plan', 'PlanNotFound'],
  ['subscription', 'SubscriptionNotFound'],
  ['payment', 'PaymentNotFound'],
  ['charge', 'ChargeNotFound'],
  ['event', 'EventNotFound'],
])

export const notFoundCode = (thing: string): ProblemCode => codes.get(thing) ?? 'NotFound'

/** Says what is not there, on which network, because a key sees one alone, and where to look. */
export function unknownId({ network }: Pick<Owner, 'network'>, thing: string, id: string): Problem {
  const where = `list your ${pluralOf(thing)} to see those that are there`
  return new Problem(
    notFoundCode(thing),
    `You have no ${thing} '${id}' on the ${network}; ${where}.`,
  )
}

export const pluralOf = (thing: string): string =>
  thing === 'delivery' ? 'deliveries' : `${thing}s`
