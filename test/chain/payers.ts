/** Payers with wallets of their own, and subscriptions for them. */
import { type Abi, type Account, type Address, encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getTransactionCount, signTransaction, writeContract } from 'viem/actions'
import {
  activateUntilOf,
  type SubscriptionInput,
} from '../../machines/subscription/subscription.events.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { advanceChainTime } from '../../src/chain/embedded-time.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { predictContractAddress } from '../../src/shared/addresses/contract-address.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/message.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { setBalance } from './dev-node.ts'
import { sayTo } from './say.ts'
import { untilMined, untilQuiet, untilState } from './until.ts'
import { blockchain, network, type World } from './world.ts'

export type Payer = { account: Account; address: Address }
export type Call = { to: Address; abi: Abi; name: string; args: readonly unknown[] }

const gasOfPayers = 500_000n
const gwei = 1_000_000_000n
export const unit = 1_000_000n

export async function newPayer(world: World, tokens: bigint): Promise<Payer> {
  const account = privateKeyToAccount(generatePrivateKey())
  await setBalance(world.direct, account.address, 10n ** 18n)
  const payer = { account, address: account.address }
  if (tokens > 0n) await mint(world, payer, tokens)
  return payer
}

/** Sends a transaction from a payer's own wallet, and waits until it is mined. */
export async function sendFrom(world: World, payer: Payer, call: Call): Promise<Hex> {
  const hash = await pushFrom(world, payer, call)
  const receipt = await untilMined(world.direct, hash)
  if (receipt.status !== 'success') throw new Error(`${call.name} reverted`)
  return hash
}

/** Sends a transaction that a block takes before all others, and does not wait for it. */
export function pushFrom(
  { direct }: World,
  { account }: Payer,
  { to, abi, name, args }: Call,
): Promise<Hex> {
  const client = direct.reader
  return writeContract(client, {
    account,
    chain: client.chain!,
    address: to,
    abi,
    functionName: name,
    args,
    gas: gasOfPayers,
    maxFeePerGas: 100n * gwei,
    maxPriorityFeePerGas: 50n * gwei,
  })
}

/** Signs what `pushFrom` would send next, for a block of another branch. */
export async function signFrom(
  { direct: { reader } }: World,
  { account, address }: Payer,
  { to, abi, name, args }: Call,
): Promise<Hex> {
  return signTransaction(reader, {
    account,
    chain: reader.chain!,
    type: 'eip1559',
    nonce: await getTransactionCount(reader, { address }),
    to,
    data: encodeFunctionData({ abi, functionName: name, args }),
    gas: gasOfPayers,
    maxFeePerGas: 100n * gwei,
    maxPriorityFeePerGas: 50n * gwei,
  })
}

export const tokenOf = ({ chain }: World, code = 'ltUSDC'): Address =>
  chain.assets.find((asset) => asset.code === code)!.address

const tokenCall = (world: World, name: string, args: readonly unknown[]): Call => ({
  to: tokenOf(world),
  abi: demoTokenAbi,
  name,
  args,
})
export const approval = (world: World, spender: string, amount: bigint): Call =>
  tokenCall(world, 'approve', [spender, amount])
export const chargeCall = ({ chain }: World, contractAddress: string): Call => ({
  to: chain.factory,
  abi: subscriptionFactoryAbi,
  name: 'charge',
  args: [contractAddress],
})

export const mint = (world: World, payer: Payer, amount: bigint) =>
  sendFrom(world, payer, tokenCall(world, 'mint', [payer.address, amount]))

export const approve = (world: World, payer: Payer, spender: string, amount: bigint) =>
  sendFrom(world, payer, approval(world, spender, amount))

/** The input of a new subscription: 10 tokens every 30 days, 12 times, from now on. */
export function subscriptionInput(
  world: World,
  payer: Payer,
  changes: Partial<SubscriptionInput> = {},
): SubscriptionInput {
  const now = world.clock.now()
  const startFrom =
    changes.startFrom ?? new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString()
  const input = {
    id: newId(now),
    merchantId: world.merchant.merchantId,
    network,
    planId: newId(now),
    customerId: 'customer',
    metadata: null,
    blockchain,
    asset: 'ltUSDC',
    decimals: 6,
    token: tokenOf(world),
    receiver: world.merchant.receiver,
    payer: payer.address,
    operator: world.merchant.wallet,
    amount: String(10n * unit),
    startFrom,
    periodDays: 30,
    maxPeriods: 12,
    graceDays: 3,
    activateUntil: activateUntilOf(startFrom),
    createdAt: now.toISOString(),
    contractAddress: '',
    ...changes,
  } satisfies SubscriptionInput
  const contractAddress = predictContractAddress(world.chain, termsOf(input), saltIdOf(input))
  return { ...input, contractAddress }
}

/** Creates a subscription through the worker; returns its input. */
export async function subscribe(
  world: World,
  payer: Payer,
  changes: Partial<SubscriptionInput> = {},
): Promise<SubscriptionInput> {
  const input = subscriptionInput(world, payer, changes)
  await say(world, input, { type: 'subscription.create', input })
  return input
}

/** Sends a subscription a command, and expects it to be accepted. */
export const say = (
  world: World,
  { contractAddress, merchantId }: SubscriptionInput,
  event: Message['event'],
): Promise<StoredActor> =>
  sayTo(world, { kind: 'subscription', entityId: contractAddress, merchantId }, event)

/** Creates a payer with a subscription that is paid for its first period. */
export async function activeSubscription(
  world: World,
  { allowed = 120n * unit, tokens = 1_000n * unit } = {},
): Promise<{ payer: Payer; contractAddress: string; input: SubscriptionInput }> {
  const payer = await newPayer(world, tokens)
  const input = await subscribe(world, payer)
  // The chain counts whole seconds and may be one behind the clock; without it, nothing is due.
  await advanceChainTime(world.direct, new Date(input.startFrom))
  await approve(world, payer, input.contractAddress, allowed)
  await untilState(world, input.contractAddress, 'Active.Current')
  await untilQuiet(world)
  return { payer, input, contractAddress: input.contractAddress }
}
