/**
 * The names of the client's methods, from the ids of operations: `createPayment` is
 * `payments.create`, `listPayments` is `payments.list`. A plural that is no list is told apart from
 * its singular: `redeliverEvents` is `events.redeliverMany`.
 */

/** There is one of these only. */
const singulars = ['TestClock']

/** Ids that are not a verb and a noun, or whose noun belongs to another. */
const exceptions: Record<string, [group: string, method: string]> = {
  listAllCharges: ['charges', 'list'],
  listCharges: ['subscriptions', 'listCharges'],
  hintUpdateState: ['subscriptions', 'hintUpdateState'],
}

/** Names the group and the method of an operation; throws for an id that is not a verb and a noun. */
export function nameMethod(operationId: string): [group: string, method: string] {
  const exception = exceptions[operationId]
  if (exception) return exception
  const [, verb, noun] = /^([a-z]+)([A-Z]\w*)$/.exec(operationId) ?? []
  if (!verb || !noun)
    throw new Error(
      `the client has no name for the operation ${operationId}: call it a verb and a noun, such as ` +
        'listPayments, or name it in scripts/client/names.ts',
    )
  const group = noun[0]!.toLowerCase() + noun.slice(1)
  if (singulars.includes(noun)) return [group, verb]
  if (isPlural(noun)) return [group, verb === 'list' ? verb : `${verb}Many`]
  return [pluralOf(group), verb]
}

/** `Status` and `Access` end like plurals and are none; they keep their form. */
const isPlural = (noun: string): boolean => /[^su]s$/.test(noun)

function pluralOf(noun: string): string {
  if (noun.endsWith('s')) return noun
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
}
