/** A payer with a key and a wallet, who talks to the chain and to nobody else. */
import assert from 'node:assert/strict'
import {
  type Address,
  type ContractFunctionArgs,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevJson } from './dev-json.ts'

const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
  'function mint(address to, uint256 amount)',
])
const contractAbi = parseAbi(['function freeze()', 'function unfreeze()', 'function cancel()'])
const factoryAbi = parseAbi([
  'struct Terms { address token; address merchant; address payer; address operator; uint128 amount; uint40 start; uint16 periodDays; uint16 maxPeriods; uint16 graceDays; uint40 activateUntil; }',
  'function charge(address subscription)',
  'function activate(Terms terms, bytes32 id)',
  'function cancel(Terms terms, bytes32 id)',
  'error IsCancelled()',
])

type Terms = ContractFunctionArgs<typeof factoryAbi, 'nonpayable', 'activate'>[0]
/** All that a contract's address commits to, as the session API shows it: seconds, days, base units. */
export type ContractTerms = Omit<Terms, 'amount'> & { id: Hex; amount: string }

/** Far above what a service offers on a chain without demand; nothing is estimated on top of what waits. */
const highFees = {
  maxFeePerGas: 500_000_000_000n,
  maxPriorityFeePerGas: 50_000_000_000n,
  gas: 1_000_000n,
}

/** An address of nobody, to put money away. */
const elsewhere: Address = '0x000000000000000000000000000000000000bEEF'

export class Payer {
  readonly address: Address
  readonly #chain
  readonly #token: Address
  readonly #factory: Address
  readonly #wallet
  #mines: boolean
  readonly #fees: Partial<typeof highFees>
  readonly reader
  readonly node

  /**
   * `asset` counts those of the first chain. `mines`: a local chain takes what the wallet sends into a block at
   * once, and not with its next second. `overtakes`: what is sent comes before what others have sent for a block.
   */
  constructor(
    { chains: [chain], payer }: Pick<DevJson, 'chains' | 'payer'>,
    { asset = 0, mines = false, overtakes = false } = {},
  ) {
    assert.ok(chain)
    const transport = http(chain.rpcUrl)
    this.#chain = {
      id: chain.chainId,
      name: chain.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    }
    this.#token = chain.assets[asset]!.address as Address
    this.#factory = chain.factory as Address
    this.#mines = mines
    this.#fees = overtakes ? highFees : {}
    this.address = payer.address as Address
    const account = privateKeyToAccount(payer.privateKey as Hex)
    this.#wallet = createWalletClient({ account, chain: this.#chain, transport })
    this.reader = createPublicClient({ chain: this.#chain, transport })
    this.node = createTestClient({ chain: this.#chain, transport, mode: 'anvil' })
  }

  /** Allows a contract so many base units; `units` counts whole tokens of six decimals. */
  async approve(contract: string, tokens: number): Promise<void> {
    const args = [contract as Address, BigInt(tokens) * 1_000_000n] as const
    await this.#mined(
      this.#wallet.writeContract({
        address: this.#token,
        abi: tokenAbi,
        functionName: 'approve',
        args,
        ...this.#fees,
      }),
    )
  }

  /** Sends base units of the first asset, as from any wallet or exchange. */
  async send(to: string, baseUnits: bigint): Promise<void> {
    const args = [to as Address, baseUnits] as const
    await this.#mined(
      this.#wallet.writeContract({
        address: this.#token,
        abi: tokenAbi,
        functionName: 'transfer',
        args,
        ...this.#fees,
      }),
    )
  }

  balance(of: string = this.address): Promise<bigint> {
    return this.reader.readContract({
      address: this.#token,
      abi: tokenAbi,
      functionName: 'balanceOf',
      args: [of as Address],
    })
  }

  /** Sends all tokens away. */
  async emptyPockets(): Promise<void> {
    await this.send(elsewhere, await this.balance())
  }

  async earn(tokens: number): Promise<void> {
    const args = [this.address, BigInt(tokens) * 1_000_000n] as const
    await this.#mined(
      this.#wallet.writeContract({
        address: this.#token,
        abi: tokenAbi,
        functionName: 'mint',
        args,
        ...this.#fees,
      }),
    )
  }

  async control(contract: string, functionName: 'freeze' | 'unfreeze' | 'cancel'): Promise<void> {
    const address = contract as Address
    await this.#mined(
      this.#wallet.writeContract({ address, abi: contractAbi, functionName, ...this.#fees }),
    )
  }

  /** Charges as a stranger: anybody may trigger a charge that is due. */
  async chargeByStranger(contract: string): Promise<void> {
    const args = [contract as Address] as const
    await this.#mined(
      this.#wallet.writeContract({
        address: this.#factory,
        abi: factoryAbi,
        functionName: 'charge',
        args,
        ...this.#fees,
      }),
    )
  }

  /** Makes a contract that is not there yet: with its first charge, as anybody may, or cancelled, as its payer may. */
  async deploy(
    functionName: 'activate' | 'cancel',
    { id, ...terms }: ContractTerms,
  ): Promise<void> {
    await this.#mined(
      this.#wallet.writeContract({
        address: this.#factory,
        abi: factoryAbi,
        functionName,
        args: [{ ...terms, amount: BigInt(terms.amount) }, id],
        ...this.#fees,
      }),
    )
  }

  /** Does something for which the wallet's transactions wait until somebody else makes a block. */
  async withoutMining<Answer>(does: () => Promise<Answer>): Promise<Answer> {
    const mines = this.#mines
    this.#mines = false
    try {
      return await does()
    } finally {
      this.#mines = mines
    }
  }

  async #mined(sending: Promise<Hex>): Promise<void> {
    const hash = await sending
    if (this.#mines) await this.node.mine({ blocks: 1 })
    const { status } = await this.reader.waitForTransactionReceipt({
      hash,
      pollingInterval: 20,
    })
    assert.equal(status, 'success')
  }
}
