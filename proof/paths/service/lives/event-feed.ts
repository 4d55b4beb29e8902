/** The event log of a running service, read on and on: the bodies that its webhooks have, by what they are about. */
import type { EventJson, Merchant } from '../../../../examples/client/merchant.ts'
import type { SubscriptionInput } from '../../../../machines/subscription/subscription.events.ts'

type Numbered = EventJson & { logNumber: number }
type Resource = Record<string, unknown> | undefined

export class EventFeed {
  readonly #merchant: Merchant
  readonly #events: Numbered[] = []
  #reading: Promise<void> = Promise.resolve()

  constructor(merchant: Merchant) {
    this.#merchant = merchant
  }

  /** All events so far that are about these subscriptions, their charges and their customer, in the order of the log. */
  async of(terms: readonly SubscriptionInput[]): Promise<EventJson[]> {
    // One reads on at a time, so that no event is taken twice.
    const reading = this.#reading.then(() => this.#readOn())
    this.#reading = reading.catch(() => undefined)
    await reading
    return this.#events.filter(isAbout(terms))
  }

  async #readOn(): Promise<void> {
    const last = this.#events.at(-1)?.logNumber ?? 0
    this.#events.push(...((await this.#merchant.events(last)) as Numbered[]))
  }
}

/** Tells events that are about these subscriptions, their charges and their customer from others. */
export function isAbout(terms: readonly SubscriptionInput[]): (event: EventJson) => boolean {
  const names = new Set(
    terms.flatMap(({ contractAddress, customerId }) => [contractAddress, customerId]),
  )
  return (event) => aboutOf(event).some((name) => names.has(name))
}

function aboutOf(event: Record<string, unknown>): string[] {
  return resourcesOf(event).flatMap((resource) => [
    String(resource?.['contractAddress']),
    String(resource?.['customerId']),
  ])
}

const resourcesOf = (event: Record<string, unknown>): Resource[] =>
  ['subscription', 'charge', 'customer'].map((name) => event[name] as Resource)

/** The bodies of each resource by themselves: resources are told of beside each other. */
export function byResource(bodies: readonly Record<string, unknown>[]): object[][] {
  const groups = Map.groupBy(bodies, (body) => {
    const [subscription, charge, customer] = resourcesOf(body)
    if (charge) return `charge ${String(charge['contractAddress'])} ${String(charge['period'])}`
    // A customer names a subscription as well.
    return customer
      ? `customer ${String(customer['customerId'])}`
      : `subscription ${String(subscription?.['contractAddress'])}`
  })
  return [...groups.keys()].toSorted().map((name) => groups.get(name)!)
}
