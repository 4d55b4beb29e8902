/** Payers with wallets of their own, and subscriptions for them. */
import type { Abi, Account, Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getTransactionReceipt, writeContract } from 'viem/actions'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { saltIdOf, termsOf } from '../../src/chain/subscriptions.ts'
import { predictContractAddress } from '../../src/shared/contract-address.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Message, Reply } from '../../src/shared/message.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { setBalance } from './dev-node.ts'
import { blockchain, network, type World } from './world.ts'

export type Payer = { account: Account; address: Address }
export type Call = { to: Address; abi: Abi; name: string; args: readonly unknown[] }

const replyTimeoutMs = 5_000
export const unit = 1_000_000n

export async function newPayer(world: World, tokens: bigint): Promise<Payer> {
  const account = privateKeyToAccount(generatePrivateKey())
  await setBalance(world.chain, account.address, 10n ** 18n)
  const payer = { account, address: account.address }
  if (tokens > 0n) await mint(world, payer, tokens)
  return payer
}

/** Sends a transaction from a payer's own wallet, and waits for the block that automine makes. */
export async function sendFrom(
  { chain }: World,
  { account }: Payer,
  { to, abi, name, args }: Call,
): Promise<Hex> {
  const client = chain.nodes.at(-1)!
  const hash = await writeContract(client, {
    account,
    chain: client.chain!,
    address: to,
    abi,
    functionName: name,
    args,
  })
  await getTransactionReceipt(client, { hash })
  return hash
}

export const tokenOf = ({ chain }: World, code = 'ltUSDC'): Address =>
  chain.assets.find((asset) => asset.code === code)!.address

export const mint = (world: World, payer: Payer, amount: bigint) =>
  sendFrom(world, payer, {
    to: tokenOf(world),
    abi: demoTokenAbi,
    name: 'mint',
    args: [payer.address, amount],
  })

export const approve = (world: World, payer: Payer, spender: string, amount: bigint) =>
  sendFrom(world, payer, {
    to: tokenOf(world),
    abi: demoTokenAbi,
    name: 'approve',
    args: [spender, amount],
  })

/** What a new subscription is created with: 10 tokens every 30 days, 12 times, from now on. */
export function subscriptionInput(
  world: World,
  payer: Payer,
  changes: Partial<SubscriptionInput> = {},
): SubscriptionInput {
  const now = world.clock.now()
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
    startFrom: new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString(),
    periodDays: 30,
    maxPeriods: 12,
    graceDays: 3,
    createdAt: now.toISOString(),
    contractAddress: '',
    ...changes,
  } satisfies SubscriptionInput
  const contractAddress = predictContractAddress(world.chain, termsOf(input), saltIdOf(input))
  return { ...input, contractAddress }
}

/** Creates a subscription through the worker; returns what it was created with. */
export async function subscribe(
  world: World,
  payer: Payer,
  changes: Partial<SubscriptionInput> = {},
): Promise<SubscriptionInput> {
  const input = subscriptionInput(world, payer, changes)
  await say(world, input, { type: 'subscription.create', input })
  return input
}

let commandNumber = 0

/** Sends a subscription a command, and expects it to be taken. */
export async function say(
  world: World,
  { contractAddress, merchantId }: SubscriptionInput,
  event: Message['event'],
): Promise<StoredActor> {
  const reply: Reply = await world.bus.request(
    {
      id: `test/${commandNumber++}/${contractAddress}`,
      kind: 'subscription',
      entityId: contractAddress,
      merchantId,
      network,
      event,
      cause: { type: 'command', command: event.type, by: 'merchant' },
    },
    replyTimeoutMs,
  )
  if (reply.outcome !== 'applied') throw new Error(`${event.type}: ${JSON.stringify(reply)}`)
  return reply.actor
}
