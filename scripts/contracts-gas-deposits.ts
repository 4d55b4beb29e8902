/** Measures what sweeping costs, alone and in batches. Batch figures are gas per payment. */
import { keccak256, parseEventLogs, stringToHex, zeroAddress, type Address, type Hex } from 'viem'
import { depositFactoryAbi, depositFactoryBytecode } from '../src/chain/abi/deposit-factory.ts'
import { GasChain, gasOf, type Contract, type ContractModule } from './contracts-gas-chain.ts'
import type { Measurement } from './contracts-gas-scenarios.ts'

const BATCH_SIZES = [10, 50, 100] as const
const BATCH_SIZE_WITH_TARGET = 100
const BATCHED_SWEEP_GAS_MAX = 56_000
const AMOUNT = 10_000_000n

/** Measures everything once, on a new chain of its own. */
export async function measureDeposits(
  rpcUrl: string,
  token: ContractModule,
): Promise<Measurement[]> {
  const world = await DepositGasWorld.create(rpcUrl, token)
  const { holder, newcomers } = world
  const measurements = [
    { name: 'deploy the deposit factory, once per chain', gas: world.factoryGas },
    { name: 'for comparison: the payer’s transfer to a deposit', gas: await world.transferGas() },
    { name: 'sweep, one alone', gas: await world.sweepPaid(holder) },
    {
      name: 'sweep, one alone, the receiver’s first tokens',
      gas: await world.sweepPaid(newcomers[0]!),
    },
    { name: 'sweep the native coin, one alone', gas: await world.sweepCoin(holder) },
  ]
  for (const size of BATCH_SIZES) {
    const gas = await world.sweepBatch(holder, await world.paidIds(holder, size))
    const target = size === BATCH_SIZE_WITH_TARGET ? { gasMax: BATCHED_SWEEP_GAS_MAX } : {}
    measurements.push({ name: `sweepMany, each of ${size}`, gas, ...target })
  }
  return [...measurements, ...(await measureUnusualBatches(world))]
}

async function measureUnusualBatches(world: DepositGasWorld): Promise<Measurement[]> {
  const { holder, newcomers } = world
  const size = BATCH_SIZE_WITH_TARGET
  const firstTokens = await world.paidIds(newcomers[1]!, size)
  const ids = await world.paidIds(holder, size)
  await world.sweepBatch(holder, ids)
  const empty = await world.sweepBatch(holder, ids, 0)
  await world.pay(holder, ids)
  return [
    {
      name: `sweepMany, each of ${size}, the receiver’s first tokens`,
      gas: await world.sweepBatch(newcomers[1]!, firstTokens),
      gasMax: BATCHED_SWEEP_GAS_MAX,
    },
    {
      name: `sweepMany, each of ${size}, late money to what is deployed`,
      gas: await world.sweepBatch(holder, ids),
    },
    { name: `an empty deposit of ${size}`, gas: empty },
  ]
}

/** A deposit factory, one token, a receiver who already holds tokens, and receivers who do not. */
class DepositGasWorld {
  readonly factoryGas: number
  readonly #chain: GasChain
  readonly #factory: Contract
  readonly #token: Contract
  #hashesMade = 0

  private constructor(
    chain: GasChain,
    factory: { contract: Contract; gas: number },
    token: Contract,
  ) {
    this.#chain = chain
    this.#factory = factory.contract
    this.factoryGas = factory.gas
    this.#token = token
  }

  static async create(rpcUrl: string, token: ContractModule): Promise<DepositGasWorld> {
    const chain = await GasChain.connect(rpcUrl)
    const module = { abi: depositFactoryAbi, bytecode: depositFactoryBytecode }
    const factory = await chain.deploy(module)
    const { contract } = await chain.deploy(token, ['Demo', 'DEMO', 6])
    const world = new DepositGasWorld(chain, factory, contract)
    await world.#mint(world.holder, 2n * AMOUNT)
    return world
  }

  get holder(): Address {
    return this.#chain.accounts[1]!
  }

  get newcomers(): readonly Address[] {
    return this.#chain.accounts.slice(3)
  }

  /** Gas of a payment itself, to a new address. */
  async transferGas(): Promise<number> {
    const deposit = await this.#depositOf(this.holder, this.#newIdHash())
    const args = [deposit, AMOUNT]
    return gasOf(await this.#chain.transact(this.holder, this.#token, 'transfer', args))
  }

  /** Makes new payments to `receiver`, each paid once. */
  async paidIds(receiver: Address, count: number): Promise<Hex[]> {
    const ids = Array.from({ length: count }, () => this.#newIdHash())
    await this.pay(receiver, ids)
    return ids
  }

  async pay(receiver: Address, ids: readonly Hex[]): Promise<void> {
    for (const id of ids) await this.#mint(await this.#depositOf(receiver, id))
  }

  /** Gas of one sweep of a payment that was just made. */
  async sweepPaid(receiver: Address): Promise<number> {
    const [id] = await this.paidIds(receiver, 1)
    return this.#sweep('sweep', [receiver, id, this.#token.address], 1)
  }

  async sweepCoin(receiver: Address): Promise<number> {
    const id = this.#newIdHash()
    await this.#chain.sendCoin(this.#sweeper, await this.#depositOf(receiver, id), AMOUNT)
    return this.#sweep('sweep', [receiver, id, zeroAddress], 1)
  }

  /** Gas per payment of one batch; throws unless it sweeps just this many. */
  async sweepBatch(receiver: Address, ids: readonly Hex[], swept = ids.length): Promise<number> {
    const gas = await this.#sweep('sweepMany', [receiver, this.#token.address, ids], swept)
    return Math.round(gas / ids.length)
  }

  get #sweeper(): Address {
    return this.#chain.accounts[2]!
  }

  async #sweep(functionName: string, args: readonly unknown[], swept: number): Promise<number> {
    const receipt = await this.#chain.transact(this.#sweeper, this.#factory, functionName, args)
    const events = parseEventLogs({ abi: depositFactoryAbi, logs: receipt.logs })
    const found = events.filter(({ eventName }) => eventName === 'Swept').length
    if (found !== swept) throw new Error(`${functionName}: swept ${found}, not ${swept}`)
    return gasOf(receipt)
  }

  /**
   * A hash, as the service's are: 32 bytes with hardly a zero, which makes the calldata as dear.
   */
  #newIdHash(): Hex {
    return keccak256(stringToHex(`payment ${++this.#hashesMade}`))
  }

  async #depositOf(receiver: Address, idHash: Hex): Promise<Address> {
    return (await this.#chain.read(this.#factory, 'predict', [receiver, idHash])) as Address
  }

  async #mint(to: Address, amount = AMOUNT): Promise<void> {
    await this.#chain.transact(this.#chain.deployer, this.#token, 'mint', [to, amount])
  }
}
