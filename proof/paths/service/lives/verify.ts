/**
 * Holds the subscriptions of a life against its model: as the API shows them and their charges, the journals of all
 * their actors, webhooks in the event log and at an endpoint, what the chain says, and that every command which is not
 * taken is refused and changes nothing.
 */
import { type Address, erc20Abi } from 'viem'
import { eventually } from '../../../../examples/client/eventually.ts'
import type { EventJson } from '../../../../examples/client/merchant.ts'
import { subscriptionAbi } from '../../../../src/chain/abi/subscription.ts'
import { listAccepted } from '../../../../src/core/accepted/accepted-commands.ts'
import { FieldComparison } from '../../../../test/support/same-fields.ts'
import type { RunningService } from '../running-service.ts'
import { lifeCommands } from './act.ts'
import { byResource, type EventFeed, isAbout } from './event-feed.ts'
import type { LifeModel } from './life-model.ts'
import {
  actorsOf,
  chainView,
  chargesOf,
  type Entry,
  modelView,
  webhooksOf,
  withKnownCause,
} from './model-view.ts'
import type { RealLife } from './real-life.ts'
import { webhookDifferences } from './webhook-comparison.ts'

/** A step takes up to this in real time, by which business time goes on, many scenarios beside one another. */
const toleranceMs = 300_000
/** Places among all events and on the chain, which other subscriptions share. */
const leftOut = ['position', 'logNumber', 'eventId']
const entriesMax = 100

type History = { entries: Entry[]; page: { total: number } }

export class Verification {
  readonly #service: RunningService
  readonly #real: RealLife
  readonly #comparison = new FieldComparison({ toleranceMs, leftOut })

  readonly #feed: EventFeed

  constructor(service: RunningService, real: RealLife, feed: EventFeed) {
    this.#service = service
    this.#real = real
    this.#feed = feed
  }

  /** Sentences that say what is not as the model says, once so many turns were taken as there. */
  async differences(model: LifeModel): Promise<string[]> {
    const missing = await this.untilTaken(model)
    if (missing) return [missing]
    this.#comparison.compare(await this.#readService(model), modelView(model))
    this.#comparison.compare(await this.#readChain(model), chainView(model), 'chain')
    const bodies = webhooksOf(model)
    const told = await this.#readWebhooks(bodies.length)
    this.#comparison.compare(byResource(told), byResource(bodies), 'webhooks')
    const refusals = await this.#refusals(model)
    const late = await this.#countTurns(model)
    if (late !== model.turns.length) refusals.push(await this.#sayMissing(model))
    // Last, when most of them have come: a webhook is sent after the event is logged.
    const { webhooks } = this.#service
    const unlike = await webhookDifferences(webhooks, told, isAbout(this.#real.terms))
    return [...this.#comparison.differences, ...refusals, ...unlike]
  }

  /** Waits until the service has taken as many turns as the model; returns what it waited for in vain. */
  untilTaken = (model: LifeModel): Promise<string | null> =>
    this.#untilTurns(
      model,
      async () => (await this.#isNear(model)) && (await this.#hasTaken(model)),
    )

  /** The same; throws what it waited for in vain. */
  async requireTaken(model: LifeModel): Promise<void> {
    const missing = await this.untilTaken(model)
    if (missing) throw new Error(missing)
  }

  /** The same, where the service may be further: what is taken back is judged anew at once. */
  untilTakenOrFurther = (model: LifeModel): Promise<string | null> =>
    this.#untilTurns(model, () => this.#hasTaken(model))

  #untilTurns = (model: LifeModel, areTaken: () => Promise<boolean>): Promise<string | null> =>
    eventually('turns', areTaken).then(
      () => null,
      () => this.#sayMissing(model),
    )

  #hasTaken = async (model: LifeModel): Promise<boolean> =>
    (await this.#countTurns(model)) >= model.turns.length

  /** Whether it may have taken all turns: the API is asked, which takes far more calls than the dashboard. */
  async #isNear(model: LifeModel): Promise<boolean> {
    const real = (await this.#readAll()).map(({ status, phase, charges }) => [
      status,
      phase,
      ...charges.toReversed().map((charge) => charge.status),
    ])
    const expected = model.members.map(({ world }) => {
      const { status, phase } = world.subscription.actor
      return [status, phase || status, ...chargesOf(world).map((charge) => charge.status)]
    })
    return JSON.stringify(real) === JSON.stringify(expected)
  }

  #readAll = () =>
    Promise.all(
      this.#real.terms.map(({ contractAddress }) => this.#service.merchant.read(contractAddress)),
    )

  async #sayMissing(model: LifeModel): Promise<string> {
    const { turns } = await this.#readService(model)
    const say = (entries: Pick<Entry, 'event' | 'to'>[]) =>
      entries.map(({ event, to }) => `${event} → ${to}`).join(', ')
    return [
      'it has taken other turns than the model.',
      ...turns.map((entries) => `taken:    ${say(entries)}`),
      ...modelView(model).turns.map((entries) => `expected: ${say(entries)}`),
    ].join('\n')
  }

  async #countTurns(model: LifeModel): Promise<number> {
    const histories = await this.#histories(model, 1)
    return histories.reduce((sum, { page }) => sum + page.total, 0)
  }

  /** Reads the history of each subscription, of its charges by period, and of the customer where there is one. */
  async #histories(model: LifeModel, limit: number): Promise<History[]> {
    const hasCustomer = actorsOf(model).some(({ kind }) => kind === 'customer')
    const actors = (await this.#readAll()).flatMap(({ contractAddress, charges }) => [
      { kind: 'subscriptions', id: contractAddress },
      ...charges.toReversed().map(({ id }) => ({ kind: 'charges', id })),
    ])
    if (hasCustomer) actors.push({ kind: 'customers', id: this.#real.terms[0]!.customerId })
    return Promise.all(
      actors.map(({ kind, id }) =>
        this.#service.merchant.asPerson<History>(
          'GET',
          `/test/${kind}/${encodeURIComponent(id)}/history?limit=${limit}`,
        ),
      ),
    )
  }

  async #readService(model: LifeModel) {
    const shown = (await this.#readAll()).map(({ charges, ...subscription }) => ({
      subscription,
      charges: charges.toReversed(),
    }))
    const histories = await this.#histories(model, entriesMax)
    const turns = histories.map(({ entries }) =>
      entries
        .toReversed()
        .map(({ event, from, to, cause, at }) => withKnownCause({ event, from, to, cause, at })),
    )
    return { shown, turns }
  }

  /** Waits until there are so many, as far as it comes to that: they are logged after their turns. */
  async #readWebhooks(count: number): Promise<EventJson[]> {
    let bodies: EventJson[] = []
    await eventually(`${count} webhooks`, async () => {
      bodies = await this.#feed.of(this.#real.terms)
      return bodies.length >= count
    }).catch(() => undefined)
    return bodies
  }

  async #readChain({ members }: LifeModel) {
    const contracts = members.map(({ world: { contract } }, place) =>
      this.#readContract(place, contract.isDeployed),
    )
    return { balance: await this.#real.payer.balance(), contracts: await Promise.all(contracts) }
  }

  async #readContract(place: number, isThere: boolean) {
    const { payer, terms } = this.#real
    const { contractAddress, token } = terms[place]!
    const address = contractAddress as Address
    const { reader } = payer
    const allowance = await reader.readContract({
      address: token as Address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [payer.address, address],
    })
    if (!isThere) return { allowance }
    const [nextDue, charged, flags] = await reader.readContract({
      address,
      abi: subscriptionAbi,
      functionName: 'state',
    })
    return { allowance, charged, flags, nextDueAt: new Date(nextDue * 1_000).toISOString() }
  }

  /** Every command that is not taken now is answered 409 with those that are, or, where it is done already, 200. */
  async #refusals({ members }: LifeModel): Promise<string[]> {
    const differences: string[] = []
    for (const [place, { world }] of members.entries()) {
      const { actor } = world.subscription
      const allowed = listAccepted('merchant', actor, new Date(world.nowMs))
      for (const command of lifeCommands.filter((one) => !allowed.includes(one))) {
        const { status, body } = await this.#real.command(command, place)
        const isDone = status === 200 && body['status'] === actor.status
        const isRefused =
          status === 409 &&
          body['code'] === 'CommandNotAllowed' &&
          sameLists(body['allowed'], allowed)
        if (isDone || isRefused) continue
        const answer = `${status} ${JSON.stringify(body)}`
        differences.push(`${command} was answered ${answer}; taken are ${allowed.join(', ')}`)
      }
    }
    return differences
  }
}

const sameLists = (one: unknown, other: string[]): boolean =>
  Array.isArray(one) &&
  one.length === other.length &&
  other.every((command) => one.includes(command))
