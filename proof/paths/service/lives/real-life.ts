/** A life lived for real: by a payer of its own on the chain, and by the merchant's calls. */
import assert from 'node:assert/strict'
import type { Address } from 'viem'
import { dayMs } from '../../../../machines/durations.ts'
import type { SubscriptionInput } from '../../../../machines/subscription/subscription.events.ts'
import type {
  Json,
  SubscriptionJson as Subscription,
} from '../../../../examples/client/merchant.ts'
import type { Payer } from '../../../../examples/client/payer.ts'
import type { SwitchTime } from '../../../../src/core/accepted/switch-times.ts'
import { newPayer, newPlan } from '../../../../test/flow/parties.ts'
import type { LocalNode } from '../others/local-node.ts'
import type { RunningService } from '../running-service.ts'
import { type Action, type Life, type lifeCommands, placeOf, type PlanName, plans } from './act.ts'
import { CustomerPage } from './customer-page.ts'
import { chargesAtFirst, feedback } from './life-model.ts'
import { termsOf } from './terms.ts'

type Answer = { status: number; body: Json }

/** An address of nobody, for money that a payer spends. */
const elsewhere = '0x000000000000000000000000000000000000bEEF'

export class RealLife {
  readonly payer: Payer
  /** Holds the terms of the customer's subscriptions, in the order in which they were made. */
  readonly terms: SubscriptionInput[]
  readonly #plan: PlanName
  readonly #service: RunningService
  readonly #page: CustomerPage
  /** The amount of one charge, in base units of the token. */
  readonly #amount: bigint

  private constructor(service: RunningService, plan: PlanName, payer: Payer, made: Subscription) {
    this.#service = service
    this.#plan = plan
    this.payer = payer
    this.terms = [this.#termsOf(made)]
    this.#page = new CustomerPage(service, made.customerId)
    this.#amount = BigInt(this.terms[0]!.amount)
  }

  /** A payer with money, and a subscription to a plan as the life says. */
  static async begin(service: RunningService, { plan }: Life, planId: string): Promise<RealLife> {
    const { merchant } = service
    const payer = await newPayer(service, { mines: true, overtakes: true })
    const { maxPeriods, amount, ...more } = plans[plan]
    const activation = 'activation' in more ? more.activation : 'automatic'
    await payer.earn(chargesAtFirst * Number(amount))
    const { now } = await merchant.mandate.testClock.read()
    const startsOnDay = 'startsOnDay' in more ? more.startsOnDay : null
    const startFrom = startsOnDay === null ? 0 : Date.parse(now) + startsOnDay * dayMs
    const made = await merchant.subscribe(payer.address, {
      planId,
      customerId: `customer of ${payer.address}`,
      maxPeriods,
      activation,
      startFrom: new Date(startFrom),
    })
    return new RealLife(service, plan, payer, made)
  }

  /** Returns the terms that the API shows of a subscription, and what is the same for all of the merchant's. */
  #termsOf(made: Subscription): SubscriptionInput {
    const { dev } = this.#service
    const { createdAt, contractAddress, customerId, planId, startFrom, blockchain, asset } = made
    return termsOf(this.#plan, Date.parse(createdAt), {
      contractAddress,
      planId,
      customerId,
      createdAt,
      startFrom,
      blockchain,
      asset,
      token: dev.chains[0]!.assets[0]!.address,
      payer: this.payer.address,
      operator: dev.merchant.gasWallet,
      receiver: dev.merchant.receiver,
    })
  }

  /** Returns the terms of the subscription that a switch makes. */
  async do(action: Action): Promise<SubscriptionInput | undefined> {
    const { payer } = this
    const place = placeOf(action)
    const { contractAddress } = this.terms[place]!
    switch (action.type) {
      case 'allow':
        await payer.approve(contractAddress, this.#inTokens(action.charges))
        return undefined
      case 'have':
        await this.#have(this.#inTokens(action.charges))
        return undefined
      case 'command':
        await this.command(action.command, place)
        return undefined
      case 'pauseForADay':
        await this.#pauseForADay(place)
        return undefined
      case 'wallet':
        await this.#callByWallet(contractAddress, action.call).catch(ignoreRefusal)
        return undefined
      case 'strangerCharges':
        await this.#chargeByStranger(contractAddress).catch(ignoreRefusal)
        return undefined
      case 'feedback':
        await this.#page.giveFeedback(contractAddress, feedback.feedback)
        return undefined
      case 'switch':
        return this.#switch(action.when)
    }
  }

  /** Sends a command; what is refused is for the caller to judge. */
  command(command: (typeof lifeCommands)[number], place: number): Promise<Answer> {
    const isPlannedEnd = command === 'cancelAtPeriodEnd'
    const wish = isPlannedEnd ? { when: 'PaidPeriodEnd' } : {}
    return this.#call(isPlannedEnd ? 'cancel' : command, wish, place)
  }

  /** The transactions of the payer's wallet come into one block, in this order. */
  async doTogether(actions: readonly Action[], chain: LocalNode): Promise<void> {
    await this.payer.withoutMining(async () => {
      const sent: Promise<unknown>[] = []
      for (const action of actions) {
        sent.push(this.do(action))
        await chain.untilWaiting(sent.length)
      }
      await chain.mine()
      await Promise.all(sent)
    })
  }

  /** The number of the block in which one of the first contract's newest events is, counted from the end. */
  async blockOfEvent(events: number, factory: Address): Promise<number> {
    const contract = this.terms[0]!.contractAddress as Address
    const { reader } = this.payer
    const logs = await reader.getLogs({ address: [factory, contract], fromBlock: 'earliest' })
    const isOwn = ({ address, topics }: (typeof logs)[number]) =>
      [address, ...topics].some((part) =>
        part.toLowerCase().endsWith(contract.slice(2).toLowerCase()),
      )
    const transactions = new Map(
      logs.filter(isOwn).map((log) => [log.transactionHash, Number(log.blockNumber)]),
    )
    const block = [...transactions.values()].at(-events)
    assert.ok(block, `${contract} has fewer than ${events} events`)
    return block
  }

  async #callByWallet(contract: string, call: 'freeze' | 'unfreeze' | 'cancel'): Promise<void> {
    if (call !== 'cancel' || (await this.#isThere(contract)))
      await this.payer.control(contract, call)
    else await this.payer.deploy('cancel', await this.#page.termsOf(contract))
  }

  async #chargeByStranger(contract: string): Promise<void> {
    if (await this.#isThere(contract)) await this.payer.chargeByStranger(contract)
    else await this.payer.deploy('activate', await this.#page.termsOf(contract))
  }

  async #isThere(contract: string): Promise<boolean> {
    const code = await this.payer.reader.getCode({ address: contract as Address })
    return code !== undefined
  }

  async #pauseForADay(place: number): Promise<Answer> {
    const { now } = await this.#service.merchant.mandate.testClock.read()
    return this.#call('pause', { until: new Date(Date.parse(now) + dayMs).toISOString() }, place)
  }

  async #switch(when: SwitchTime): Promise<SubscriptionInput> {
    const { planId, maxPeriods, contractAddress } = this.terms[0]!
    const { status, body } = await this.#call('switch', { planId, when, maxPeriods }, 0)
    assert.equal(status, 201, JSON.stringify(body))
    const replaces = when === 'KeepBoth' ? {} : { replaces: { contractAddress, when } }
    const terms = { ...this.#termsOf(body as unknown as Subscription), ...replaces }
    this.terms.push(terms)
    return terms
  }

  #call = (path: string, wish: Json, place: number): Promise<Answer> =>
    this.#service.merchant.call(
      'POST',
      `/integration/subscriptions/${this.terms[place]!.contractAddress}/${path}`,
      wish,
    )

  #inTokens = (charges: number): number => Number((this.#amount * BigInt(charges * 2)) / 2_000_000n)

  async #have(tokens: number): Promise<void> {
    const now = await this.payer.balance()
    const wanted = BigInt(tokens) * 1_000_000n
    if (wanted > now) await this.payer.earn(Number((wanted - now) / 1_000_000n))
    else if (wanted < now) await this.payer.send(elsewhere satisfies Address, now - wanted)
  }
}

/** One plan of each name that lives use, by name. */
export async function makePlans(service: RunningService, lives: readonly Life[]) {
  const ids = new Map<string, string>()
  for (const name of new Set(lives.map(({ plan }) => plan)))
    ids.set(name, await newPlan(service.merchant, plans[name]))
  return ids
}

/** A call that the contract refuses changes nothing, as the model says: that is looked at afterwards. */
function ignoreRefusal(error: unknown): void {
  if (!/revert/i.test(String(error))) throw error
}
