/** Lives a scenario of the simulator for real: a payer on the chain, commands over HTTP, time by the test clock. */
import { type Address, erc20Abi } from 'viem'
import { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { eventually } from '../../examples/client/eventually.ts'
import type { Payer } from '../../examples/client/payer.ts'
import { formatAmount } from '../../src/shared/money.ts'
import { momentOf } from '../../src/core/simulating/acts.ts'
import {
  decimals,
  type Happening,
  type Scenario,
  type SimulatedPlan,
} from '../../src/core/simulating/scenario.ts'
import { setGasLimits } from '../../src/store/merchants/gas-limits.ts'
import { type LivedTurn, readLivedTurns } from '../../test/support/lived-turns.ts'
import { newPayer, newPlan } from '../../test/flow/parties.ts'
import type { FlowWorld } from '../../test/flow/world.ts'

export type Lived = {
  turns: LivedTurn[]
  webhooks: Record<string, unknown>[]
  subscription: object
  charges: object[]
  money: { charged: string; payerHas: string; payerAllows: string; transactions: number }
}

type Act = { at: number; does: () => Promise<unknown> }
type ActOnDay = { day: number; does: Act['does'] }

export class RealLife {
  readonly terms: SubscriptionInput
  readonly #world: FlowWorld
  readonly #payer: Payer

  private constructor(world: FlowWorld, payer: Payer, terms: SubscriptionInput) {
    this.#world = world
    this.#payer = payer
    this.terms = terms
  }

  /** Makes a payer with money, and a subscription that the payer allows as the scenario says. */
  static async begin(
    world: FlowWorld,
    plan: SimulatedPlan,
    { payer: has }: Scenario,
  ): Promise<RealLife> {
    const { merchant, service } = world
    const payer = await newPayer(world)
    await payer.earn(Number(has.balance))
    const planId = await newPlan(merchant, plan)
    const { now } = await merchant.mandate.testClock.read()
    const startFrom = new Date(momentOf(Date.parse(now), plan.startsOnDay))
    const { contractAddress } = await merchant.subscribe(payer.address, {
      planId,
      customerId: `c-${payer.address}`,
      startFrom: plan.startsOnDay === 0 ? new Date(0) : startFrom,
      maxPeriods: plan.maxPeriods,
    })
    const { rows } = await service.service.database.pool.query<{
      context: Record<string, unknown>
    }>(`select snapshot->'context' as context from subscription where id = $1`, [contractAddress])
    const { context } = rows[0]!
    const names = Object.keys(SubscriptionInput.shape).filter((name) => name in context)
    const terms = SubscriptionInput.parse(
      Object.fromEntries(names.map((name) => [name, context[name]])),
    )
    if (has.allowance !== '0') await payer.approve(contractAddress, Number(has.allowance))
    return new RealLife(world, payer, terms)
  }

  /** Returns the wishes of the scenario, each at its moment in Unix milliseconds. */
  actsOf({ happenings }: Scenario): Act[] {
    const beganMs = Date.parse(this.terms.createdAt)
    const acts = happenings.flatMap((one) => this.#actsOf(one))
    return acts.map(({ day, does }) => ({ at: momentOf(beganMs, day), does }))
  }

  /** Waits for so many turns; where they do not come, the comparison says what is missing. */
  untilTurns = (count: number): Promise<unknown> =>
    eventually(`${count} turns`, async () => (await this.#readTurns()).length >= count).catch(
      () => undefined,
    )

  #actsOf(one: Happening): ActOnDay[] {
    const payer = this.#payer
    const { contractAddress } = this.terms
    switch (one.what) {
      case 'walletEmpty':
        return this.#emptyWallet(one)
      case 'allowanceSet':
        return [{ day: one.onDay, does: () => payer.approve(contractAddress, Number(one.to)) }]
      case 'balanceSet':
        return [{ day: one.onDay, does: () => this.#setBalance(BigInt(one.to) * 1_000_000n) }]
      case 'feesAboveLimit':
        return this.#limitFees(one)
      case 'gasWalletEmpty':
        return this.#emptyGasWallet(one)
      case 'command':
        return [{ day: one.onDay, does: () => this.#command(one) }]
      case 'onChain':
        return [{ day: one.onDay, does: () => payer.control(contractAddress, one.call) }]
      case 'strangerCharges':
        return [{ day: one.onDay, does: () => payer.chargeByStranger(contractAddress) }]
      case 'rpcAway':
        throw new Error('the test clock does not move while no node answers')
    }
  }

  #emptyWallet({ fromDay, toDay }: { fromDay: number; toDay: number }): ActOnDay[] {
    let aside = 0n
    return [
      {
        day: fromDay,
        does: async () => {
          aside = await this.#payer.balance()
          await this.#payer.emptyPockets()
        },
      },
      { day: toDay, does: async () => this.#setBalance((await this.#payer.balance()) + aside) },
    ]
  }

  async #setBalance(amount: bigint): Promise<void> {
    const now = await this.#payer.balance()
    if (amount > now) await this.#payer.earn(Number((amount - now) / 1_000_000n))
    else await this.#payer.send('0x000000000000000000000000000000000000bEEF', now - amount)
  }

  #limitFees({ fromDay, toDay }: { fromDay: number; toDay: number }): ActOnDay[] {
    const { service } = this.#world.service
    const { blockchain } = this.terms
    const free = { blockchain, weiPerDay: null, sharePercent: null, relaysPermits: true }
    const limit = (weiPerCharge: bigint | null) => () =>
      setGasLimits(service, this.terms, { ...free, weiPerCharge })
    return [
      { day: fromDay, does: limit(1n) },
      { day: toDay, does: limit(null) },
    ]
  }

  #emptyGasWallet({ fromDay, toDay }: { fromDay: number; toDay: number }): ActOnDay[] {
    const address = this.#world.merchant.dev.merchant.gasWallet as Address
    const { node, reader } = this.#payer
    let full = 0n
    return [
      {
        day: fromDay,
        does: async () => {
          full = await reader.getBalance({ address })
          await node.setBalance({ address, value: 0n })
        },
      },
      { day: toDay, does: () => node.setBalance({ address, value: full }) },
    ]
  }

  async #command({ command, untilDay }: Extract<Happening, { what: 'command' }>): Promise<void> {
    const { contractAddress, createdAt } = this.terms
    const [path, wish] =
      command === 'cancelAtPeriodEnd' ? ['cancel', { when: 'PaidPeriodEnd' }] : [command, {}]
    const until = untilDay === undefined ? undefined : momentOf(Date.parse(createdAt), untilDay)
    await this.#world.merchant.call(
      'POST',
      `/integration/subscriptions/${contractAddress}/${path}`,
      until === undefined ? wish : { until: new Date(until).toISOString() },
    )
  }

  #readTurns = (): Promise<LivedTurn[]> =>
    readLivedTurns(this.#world.service.service.database.pool, this.terms)

  async read(): Promise<Lived> {
    const { merchant, service } = this.#world
    const { contractAddress, customerId } = this.terms
    const { charges, ...subscription } = await merchant.read(contractAddress)
    const isOwn = (body: Record<string, unknown>) =>
      ['subscription', 'charge', 'customer'].some((name) => {
        const resource = body[name] as Record<string, unknown> | undefined
        return (
          resource?.['contractAddress'] === contractAddress ||
          resource?.['customerId'] === customerId
        )
      })
    const { rows } = await service.service.database.pool.query<{ count: string }>(
      `select count(*) from transaction where snapshot->'context'->'items' @> $1 and status = 'Final'`,
      [JSON.stringify([{ contractAddress }])],
    )
    const { amount, token } = this.terms
    const allowance = await this.#payer.reader.readContract({
      address: token as Address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [this.#payer.address, contractAddress as Address],
    })
    const made = charges.filter(({ status }) => status === 'Succeeded').length
    return {
      turns: await this.#readTurns(),
      webhooks: (await merchant.events()).filter(isOwn),
      subscription,
      charges,
      money: {
        charged: formatAmount(BigInt(made) * BigInt(amount), decimals),
        payerHas: formatAmount(await this.#payer.balance(), decimals),
        payerAllows: formatAmount(allowance, decimals),
        transactions: Number(rows[0]!.count),
      },
    }
  }
}

/** A life, and how many turns its simulation has taken until a moment in Unix milliseconds. */
export type Asked = { life: RealLife; scenario: Scenario; turnsUntil: (moment: number) => number }

/** Lets several subscriptions live through their scenarios at the same time, as there is one clock; reads each at its end. */
export async function liveTogether(
  { merchant }: FlowWorld,
  asked: readonly Asked[],
): Promise<Map<RealLife, Lived>> {
  const { testClock } = merchant.mandate
  const lived = new Map<RealLife, Lived>()
  const acts = asked.flatMap(({ life, scenario, turnsUntil }) => {
    const end = momentOf(Date.parse(life.terms.createdAt), scenario.days)
    const actsOfLife = life.actsOf(scenario).map(({ at, does }) => ({
      at,
      does: async () => {
        await does()
        await life.untilTurns(turnsUntil(at))
      },
    }))
    const read = async () => void lived.set(life, await life.read())
    return [...actsOfLife, { at: end, does: read }]
  })
  for (const { at, does } of acts.toSorted((one, other) => one.at - other.at)) {
    const { now } = await testClock.read()
    if (Date.parse(now) < at) await testClock.advance({ until: new Date(at) })
    await does()
  }
  return lived
}
