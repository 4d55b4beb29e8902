/** The compiled contract of one subscription on the chain, called at moments that the caller sets. */
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseEventLogs,
} from 'viem'
import { call, getTransactionReceipt, readContract, sendTransaction } from 'viem/actions'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { readContractStates } from '../../src/chain/contract-state.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { revertRefusalOf } from '../../src/sending/previews.ts'
import { command } from './dev-node.ts'
import type { Payer } from './payers.ts'
import { untilMined } from './until.ts'
import type { World } from './world.ts'

export type ContractCall = 'charge' | 'freeze' | 'unfreeze' | 'cancel'
/** An event with its moments as Unix seconds, or the reason of a refusal. */
export type Outcome = Record<string, string | number | null>

const gas = 1_000_000n

export class CompiledContract {
  readonly terms: SubscriptionInput
  readonly #world: World

  constructor(world: World, terms: SubscriptionInput) {
    this.#world = world
    this.terms = terms
  }

  /** Puts the clone on the chain, which otherwise the first charge does. */
  async deploy(by: Payer): Promise<void> {
    const args = [termsOf(this.terms), saltIdOf(this.terms)] as const
    const data = encodeFunctionData({ abi: subscriptionFactoryAbi, functionName: 'deploy', args })
    await this.#send(by, this.#world.chain.factory, data)
  }

  /** Mines an empty block at this second, asks there what the call would do, and sends it a second later. */
  async call(name: ContractCall, by: Payer, second: number): Promise<Outcome> {
    const { chain, direct } = this.#world
    const contract = this.terms.contractAddress as Address
    const [to, data] =
      name === 'charge'
        ? [
            chain.factory,
            encodeFunctionData({
              abi: subscriptionFactoryAbi,
              functionName: 'charge',
              args: [contract],
            }),
          ]
        : [contract, encodeFunctionData({ abi: subscriptionAbi, functionName: name })]
    await this.pass(second)
    try {
      await call(direct.reader, { account: by.address, to, data, gas })
    } catch (error) {
      return { refused: revertRefusalOf(error) }
    }
    await command(direct, 'evm_setNextBlockTimestamp', [numberToHex(second + 1)])
    return this.#outcomeOf(await this.#send(by, to, data))
  }

  /** Mines a block at this second. */
  async pass(second: number): Promise<void> {
    await command(this.#world.direct, 'evm_setNextBlockTimestamp', [numberToHex(second)])
    await command(this.#world.direct, 'evm_mine')
  }

  /** Lets the payer allow and have exactly so many base units. */
  async fund(
    payer: Payer,
    { allowance, balance }: { allowance: bigint; balance: bigint },
  ): Promise<void> {
    const token = this.terms.token as Address
    const contract = this.terms.contractAddress as Address
    const send = (
      functionName: 'approve' | 'mint' | 'transfer',
      args: readonly [Address, bigint],
    ) => this.#send(payer, token, encodeFunctionData({ abi: demoTokenAbi, functionName, args }))
    const had = (await this.readMoney()).balance
    await send('approve', [contract, allowance])
    if (balance > had) await send('mint', [payer.address, balance - had])
    if (balance < had) await send('transfer', [this.#world.merchant.wallet, had - balance])
  }

  async readState() {
    const [state] = await readContractStates(this.#world.direct.reader, [
      this.terms.contractAddress as Address,
    ])
    const operatorUntil = await readContract(this.#world.direct.reader, {
      address: this.terms.contractAddress as Address,
      abi: subscriptionAbi,
      functionName: 'operatorUntil',
    })
    return { ...state!, operatorUntil: operatorUntil || null }
  }

  /** Reads what the payer has and allows, and what the receiver has got, in base units. */
  async readMoney() {
    const { token, payer, receiver, contractAddress } = this.terms
    const common = { address: token as Address, abi: demoTokenAbi } as const
    const { reader } = this.#world.direct
    const read = (of: string) =>
      readContract(reader, { ...common, functionName: 'balanceOf', args: [of as Address] })
    const args = [payer as Address, contractAddress as Address] as const
    const [balance, received, allowance] = await Promise.all([
      read(payer),
      read(receiver),
      readContract(reader, { ...common, functionName: 'allowance', args }),
    ])
    return { balance, received, allowance }
  }

  async #send({ account }: Payer, to: Address, data: Hex): Promise<Hex> {
    const client = this.#world.direct.reader
    const hash = await sendTransaction(client, { account, chain: client.chain!, to, data, gas })
    await untilMined(this.#world.direct, hash)
    return hash
  }

  async #outcomeOf(hash: Hex): Promise<Outcome> {
    const { status, logs } = await getTransactionReceipt(this.#world.direct.reader, { hash })
    if (status !== 'success') return { refused: 'reverted' }
    const events = parseEventLogs({ abi: subscriptionFactoryAbi, logs })
    const [event] = events.filter(({ eventName }) => eventName !== 'Deployed')
    const { subscription, ...told } = event!.args as Record<string, unknown>
    if (getAddress(String(subscription)) !== this.terms.contractAddress)
      throw new Error(`an event of another contract: ${String(subscription)}`)
    const fields = Object.entries(told).map(([field, value]) => [field, value as string | number])
    return { event: event!.eventName.toLowerCase(), ...Object.fromEntries(fields) }
  }
}
