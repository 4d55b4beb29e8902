/**
 * A chain on which gas can be measured: a factory, one token, a merchant who already holds tokens,
 * an operator, and many payers. Every figure is the `gasUsed` of a real transaction, so whatever it
 * touches first is cold.
 */
import {
  createTestClient,
  http,
  parseEventLogs,
  publicActions,
  toHex,
  walletActions,
  type Abi,
  type Address,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { foundry } from 'viem/chains'
import { subscriptionAbi } from '../src/chain/abi/subscription.ts'
import {
  subscriptionFactoryAbi,
  subscriptionFactoryBytecode,
} from '../src/chain/abi/subscription-factory.ts'
import { GENESIS_SECONDS } from './contracts-anvil.ts'

const PERIOD_DAYS = 30
const PERIOD_SECONDS = PERIOD_DAYS * 86_400
/** So much that neither balance nor allowance ends in a measurement. */
const PLENTY = 10n ** 18n
/** EIP-7825: no transaction may ask for more. */
const TRANSACTION_GAS_MAX = 16_777_216n

export type ContractModule = { abi: Abi; bytecode: Hex }
type Contract = { address: Address; abi: Abi }
type Client = ReturnType<typeof connect>

function connect(rpcUrl: string) {
  return createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
}

/** One subscription to be: its terms, its id, and the address that both lead to. */
export type Draft = Awaited<ReturnType<GasWorld['draft']>>

export class GasWorld {
  /** What deploying the factory and its implementation cost. */
  factoryGas = 0
  readonly #client: Client
  readonly #accounts: readonly Address[]
  #factory: Contract = { address: '0x', abi: subscriptionFactoryAbi }
  #token: Contract = { address: '0x', abi: [] }
  #draftsMade = 0
  /**
   * Moves by whole periods only, so that terms, and with them addresses and gas, are the same each
   * time.
   */
  #start = GENESIS_SECONDS

  private constructor(client: Client, accounts: readonly Address[]) {
    this.#client = client
    this.#accounts = accounts
  }

  /** Deploys everything on a new anvil and gives tokens to the merchant and to every payer. */
  static async create(rpcUrl: string, token: ContractModule): Promise<GasWorld> {
    const client = connect(rpcUrl)
    const world = new GasWorld(client, await client.getAddresses())
    await world.#deployContracts(token)
    return world
  }

  get deployer(): Address {
    return this.#accounts[0]!
  }

  get merchant(): Address {
    return this.#accounts[1]!
  }

  get operator(): Address {
    return this.#accounts[2]!
  }

  get payers(): readonly Address[] {
    return this.#accounts.slice(3)
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
    }
    const id = toHex(++this.#draftsMade, { size: 32 })
    const address = await this.#client.readContract({
      address: this.#factory.address,
      abi: subscriptionFactoryAbi,
      functionName: 'predict',
      args: [terms, id],
    })
    return { terms, id, address, payer }
  }

  /** One draft for each of the first `count` payers, approved by them. */
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
    return gasOf(await this.#transact(from, this.#token, functionName, args))
  }

  /** Gas of one call to a subscription by its payer. */
  async callSubscription(draft: Draft, functionName: string): Promise<number> {
    const contract = { address: draft.address, abi: subscriptionAbi }
    return gasOf(await this.#transact(draft.payer, contract, functionName, []))
  }

  /** Gas of one call to the factory, by the operator; throws unless it makes just these events. */
  async callFactory(
    functionName: string,
    args: readonly unknown[],
    expected: { charged?: number; failed?: number } = {},
  ): Promise<number> {
    const receipt = await this.#transact(this.operator, this.#factory, functionName, args)
    const events = parseEventLogs({ abi: subscriptionFactoryAbi, logs: receipt.logs })
    const count = (name: string) => events.filter((event) => event.eventName === name).length
    const found = { charged: count('Charged'), failed: count('ChargeFailed') }
    const wanted = { charged: 0, failed: 0, ...expected }
    if (found.charged !== wanted.charged || found.failed !== wanted.failed) {
      throw new Error(`${functionName}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
    }
    return gasOf(receipt)
  }

  /** Moves the chain by one period, so that what was charged is due again. */
  async passPeriod(): Promise<void> {
    this.#start += PERIOD_SECONDS
    await this.#client.increaseTime({ seconds: PERIOD_SECONDS })
    await this.#client.mine({ blocks: 1 })
  }

  async #deployContracts(token: ContractModule): Promise<void> {
    const factory = { abi: subscriptionFactoryAbi, bytecode: subscriptionFactoryBytecode }
    const factoryReceipt = await this.#deploy(factory, [])
    const tokenReceipt = await this.#deploy(token, ['Demo', 'DEMO', 6])
    this.factoryGas = gasOf(factoryReceipt)
    this.#factory = { abi: factory.abi, address: factoryReceipt.contractAddress! }
    this.#token = { abi: token.abi, address: tokenReceipt.contractAddress! }
    for (const holder of [this.merchant, ...this.payers]) {
      await this.callToken(this.deployer, 'mint', [holder, PLENTY])
    }
  }

  async #deploy(module: ContractModule, args: readonly unknown[]) {
    const hash = await this.#client.deployContract({ ...module, args, account: this.deployer })
    return await this.#mine(hash)
  }

  async #transact(
    account: Address,
    contract: Contract,
    functionName: string,
    args: readonly unknown[],
  ): Promise<TransactionReceipt> {
    const call = { ...contract, functionName, args, account, gas: TRANSACTION_GAS_MAX }
    const hash = await this.#client.writeContract(call)
    const receipt = await this.#mine(hash)
    if (receipt.status !== 'success') throw new Error(`${functionName} reverted`)
    return receipt
  }

  /** Puts the one waiting transaction into a block of its own. */
  async #mine(hash: Hex): Promise<TransactionReceipt> {
    await this.#client.mine({ blocks: 1 })
    return await this.#client.getTransactionReceipt({ hash })
  }
}

function gasOf(receipt: TransactionReceipt): number {
  return Number(receipt.gasUsed)
}
