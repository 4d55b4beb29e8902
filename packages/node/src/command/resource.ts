/** Finds what an event is about, whichever type it is of. */
import type { Event } from '../generated/types.generated.ts'

export type Resource = { kind: string; id: string; status: string }

/** The fields that every event has; of the others, one object is the resource. */
const ofEveryEvent = ['cause']

/** Finds the resource, by its place in the body, so that a type of a newer service is shown too. */
export function resourceOf(event: Event): Resource {
  const [kind = '', resource = {}] =
    Object.entries(event as Record<string, unknown>).find(
      ([name, value]) =>
        typeof value === 'object' && value !== null && !ofEveryEvent.includes(name),
    ) ?? []
  const told = resource as Record<string, unknown>
  const idField = idFields[kind as keyof typeof idFields] ?? 'id'
  return { kind, id: textOf(told[idField]), status: textOf(told['status']) || accessOf(told) }
}

/** By what a resource is known that has no `id`: its sequence counts the events of that. */
export const idFields = {
  subscription: 'contractAddress',
  customer: 'customerId',
  gasWallet: 'blockchain',
} as const

const accessOf = ({ hasAccess }: Record<string, unknown>): string =>
  typeof hasAccess === 'boolean' ? (hasAccess ? 'has access' : 'no access') : ''

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
