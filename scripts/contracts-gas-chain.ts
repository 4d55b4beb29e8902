/**
 * A chain on which gas can be measured. Every transaction is in a block of its own, and every
 * figure is its `gasUsed`, so the first access to each storage slot is cold.
 */
import {
  createTestClient,
  http,
  publicActions,
  walletActions,
  type Abi,
  type Address,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { foundry } from 'viem/chains'

/** EIP-7825: the most gas that a transaction may ask for. */
const TRANSACTION_GAS_MAX = 16_777_216n

export type ContractModule = { abi: Abi; bytecode: Hex }
export type Contract = { address: Address; abi: Abi }
type Client = ReturnType<typeof connect>

function connect(rpcUrl: string) {
  return createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
}

export class GasChain {
  readonly accounts: readonly Address[]
  readonly #client: Client

  private constructor(client: Client, accounts: readonly Address[]) {
    this.#client = client
    this.accounts = accounts
  }

  static async connect(rpcUrl: string): Promise<GasChain> {
    const client = connect(rpcUrl)
    return new GasChain(client, await client.getAddresses())
  }

  get deployer(): Address {
    return this.accounts[0]!
  }

  async deploy(
    module: ContractModule,
    args: readonly unknown[] = [],
  ): Promise<{ contract: Contract; gas: number }> {
    const hash = await this.#client.deployContract({ ...module, args, account: this.deployer })
    const receipt = await this.#mine(hash)
    const contract = { abi: module.abi, address: receipt.contractAddress! }
    return { contract, gas: gasOf(receipt) }
  }

  /** Throws if the call reverts. */
  async transact(
    account: Address,
    contract: Contract,
    functionName: string,
    args: readonly unknown[],
  ): Promise<TransactionReceipt> {
    const call = { ...contract, functionName, args, account, gas: TRANSACTION_GAS_MAX }
    const receipt = await this.#mine(await this.#client.writeContract(call))
    if (receipt.status !== 'success') throw new Error(`${functionName} reverted`)
    return receipt
  }

  async sendCoin(account: Address, to: Address, value: bigint): Promise<void> {
    await this.#mine(await this.#client.sendTransaction({ account, to, value }))
  }

  read(contract: Contract, functionName: string, args: readonly unknown[]): Promise<unknown> {
    return this.#client.readContract({ ...contract, functionName, args })
  }

  async passTime(seconds: number): Promise<void> {
    await this.#client.increaseTime({ seconds })
    await this.#client.mine({ blocks: 1 })
  }

  /** Puts the one waiting transaction into a block of its own. */
  async #mine(hash: Hex): Promise<TransactionReceipt> {
    await this.#client.mine({ blocks: 1 })
    return await this.#client.getTransactionReceipt({ hash })
  }
}

export function gasOf(receipt: TransactionReceipt): number {
  return Number(receipt.gasUsed)
}
