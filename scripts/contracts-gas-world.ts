/**
 * The world in which subscriptions are measured: a factory, one token, a merchant who already holds
 * tokens, an operator, and many payers.
 */
import { parseEventLogs, toHex, type Address } from 'viem'
import { subscriptionAbi } from '../src/chain/abi/subscription.ts'
import {
  subscriptionFactoryAbi,
  subscriptionFactoryBytecode,
} from '../src/chain/abi/subscription-factory.ts'
import { GENESIS_SECONDS } from './contracts-anvil.ts'
import { GasChain, gasOf, type Contract, type ContractModule } from './contracts-gas-chain.ts'

const PERIOD_DAYS = 30
const PERIOD_SECONDS = PERIOD_DAYS * 86_400
/** Large enough that neither balance nor allowance runs out in a measurement. */
const PLENTY = 10n ** 18n

/** A subscription before its first charge: its terms, its id, and the address that both lead to. */
export type Draft = Awaited<ReturnType<GasWorld['draft']>>

export class GasWorld {
  /** The gas of deploying the factory and its implementation. */
  factoryGas = 0
  readonly #chain: GasChain
  #factory: Contract = { address: '0x', abi: subscriptionFactoryAbi }
  #token: Contract = { address: '0x', abi: [] }
  #draftsMade = 0
  /** Moves by whole periods only, so that terms, addresses and gas are the same in every run. */
  #start = GENESIS_SECONDS

  private constructor(chain: GasChain) {
    this.#chain = chain
  }

  /** Deploys everything on a new anvil and gives tokens to the merchant and to every payer. */
  static async create(rpcUrl: string, token: ContractModule): Promise<GasWorld> {
    const world = new GasWorld(await GasChain.connect(rpcUrl))
    await world.#deployContracts(token)
    return world
  }

  get merchant(): Address {
    return this.#chain.accounts[1]!
  }

  get operator(): Address {
    return this.#chain.accounts[2]!
  }

  get payers(): readonly Address[] {
    return this.#chain.accounts.slice(3)
  }

  /** Makes terms that may be charged at once; nothing is deployed or approved. */
  async draft(payer: Address = this.payers[0]!) {
    const terms = {
      token: this.#token.address,
      merchant: this.merchant,
      payer,
      operator: this.operator,
      amount: 10_000_000n,
      start: this.#start,
      periodDays: PERIOD_DAYS,
      maxPeriods: 24,
      graceDays: 7,
      activateUntil: this.#start + PERIOD_SECONDS,
    }
    const id = toHex(++this.#draftsMade, { size: 32 })
    const address = (await this.#chain.read(this.#factory, 'predict', [terms, id])) as Address
    return { terms, id, address, payer }
  }

  /** Makes one draft for each of the first `count` payers, approved by them. */
  async approvedDrafts(count: number): Promise<Draft[]> {
    const drafts: Draft[] = []
    for (const payer of this.payers.slice(0, count)) {
      const draft = await this.draft(payer)
      await this.approve(draft)
      drafts.push(draft)
    }
    return drafts
  }

  /** Gas of the payer's approval. */
  approve(draft: Draft, allowance: bigint = PLENTY): Promise<number> {
    return this.callToken(draft.payer, 'approve', [draft.address, allowance])
  }

  /** Gas of one call to the token. */
  async callToken(from: Address, functionName: string, args: readonly unknown[]): Promise<number> {
    return gasOf(await this.#chain.transact(from, this.#token, functionName, args))
  }

  /** Gas of one call to a subscription by its payer. */
  async callSubscription(draft: Draft, functionName: string): Promise<number> {
    const contract = { address: draft.address, abi: subscriptionAbi }
    return gasOf(await this.#chain.transact(draft.payer, contract, functionName, []))
  }

  /** Gas of one call to the factory, by the operator; throws unless it makes just these events. */
  async callFactory(
    functionName: string,
    args: readonly unknown[],
    expected: { charged?: number; failed?: number } = {},
  ): Promise<number> {
    const receipt = await this.#chain.transact(this.operator, this.#factory, functionName, args)
    const events = parseEventLogs({ abi: subscriptionFactoryAbi, logs: receipt.logs })
    const count = (name: string) => events.filter((event) => event.eventName === name).length
    const found = { charged: count('Charged'), failed: count('ChargeFailed') }
    const wanted = { charged: 0, failed: 0, ...expected }
    if (found.charged !== wanted.charged || found.failed !== wanted.failed) {
      throw new Error(`${functionName}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
    }
    return gasOf(receipt)
  }

  /** Moves the chain by one period, so that a charged subscription is due again. */
  async passPeriod(): Promise<void> {
    this.#start += PERIOD_SECONDS
    await this.#chain.passTime(PERIOD_SECONDS)
  }

  async #deployContracts(token: ContractModule): Promise<void> {
    const factory = await this.#chain.deploy({
      abi: subscriptionFactoryAbi,
      bytecode: subscriptionFactoryBytecode,
    })
    this.factoryGas = factory.gas
    this.#factory = factory.contract
    this.#token = (await this.#chain.deploy(token, ['Demo', 'DEMO', 6])).contract
    for (const holder of [this.merchant, ...this.payers]) {
      await this.callToken(this.#chain.deployer, 'mint', [holder, PLENTY])
    }
  }
}
