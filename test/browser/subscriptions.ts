/** Customers with subscriptions and wallets, and the pages that their tokens open. */
import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { writeContract } from 'viem/actions'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import type { Json, Merchant, SubscriptionJson } from '../../examples/client/merchant.ts'
import { dev, oneToken, quick } from './chains.ts'
import type { Visit, VisitSettings } from './visit.ts'
import { clientOf } from './wallet-account.ts'
import type { Abilities, TestWallet } from './wallet.ts'
import { widgetAddress } from './widget-world.ts'
import { merchant, newWallet, visit } from './world.ts'

type Wishes = {
  customerId?: string
  /** The seller; the demo shop if not said. */
  shop?: Merchant
  /** Chooses which of the chain's two tokens the plan of `more` takes; the second is like USDT. */
  token?: 0 | 1
  /** Whole tokens in the wallet; the demo plan takes 10 a period. */
  tokens?: number
  /** Whole tokens that the contract may take; 0: it stays a draft. */
  allowed?: number
  abilities?: Abilities
  more?: Json
}

export type Subscriber = {
  customerId: string
  contractAddress: Address
  wallet: TestWallet
  subscription: SubscriptionJson
  /** Allows from the wallet itself, outside of the page. */
  approve: (tokens: number, contract?: Address) => Promise<void>
  /** Mints whole tokens to the wallet. */
  give: (tokens: number) => Promise<void>
  read: () => Promise<SubscriptionJson>
  /** The address of the manage page with a fresh token. */
  address: (search?: Json, may?: 'manage' | 'leave') => Promise<string>
  /** The address of the widget for the demo plan, with a fresh token. */
  widgetAddress: () => Promise<string>
  /** Opens the manage page with a fresh token and this wallet. */
  open: (
    search?: Json,
    settings?: VisitSettings & { may?: 'manage' | 'leave'; origin?: string },
  ) => Promise<Visit>
}

/** Makes a customer with one subscription to the demo plan, active if it is allowed anything. */
export async function newSubscriber(wishes: Wishes = {}): Promise<Subscriber> {
  const { tokens = 1_000, allowed = 120, abilities, token = 0, more = {} } = wishes
  const { customerId = `c-${randomUUID()}`, shop = merchant } = wishes
  const wallet = await newWallet(quick, { tokens: 0, ...(abilities && { abilities }) })
  const give = (amount: number) =>
    quick.mint(quick.tokens[token], wallet.account.address, BigInt(amount * Number(oneToken)))
  if (tokens > 0) await give(tokens)
  const subscription = await shop.subscribe(wallet.account.address, { customerId, ...more })
  const contractAddress = subscription.contractAddress as Address
  const read = () => shop.mandate.subscriptions.get(contractAddress)
  const approve = async (amount: number, contract = contractAddress) => {
    const client = clientOf(quick)
    await writeContract(client, {
      account: wallet.account.signer,
      chain: client.chain!,
      address: quick.tokens[token],
      abi: erc20Abi,
      functionName: 'approve',
      args: [contract, BigInt(amount) * oneToken],
    })
  }
  if (allowed > 0) {
    await approve(allowed)
    await untilStatus(read, 'Active')
  }
  const address: Subscriber['address'] = (search, may) =>
    manageAddress(shop, customerId, search, may)
  const open: Subscriber['open'] = async (search = {}, { may, origin, ...settings } = {}) =>
    visit(at(await address(search, may), origin), { wallets: [wallet], ...settings })
  const acts = {
    widgetAddress: () => widgetAddress({ customerId }),
    approve,
    give,
    read,
    address,
    open,
  }
  return { customerId, contractAddress, wallet, subscription, ...acts }
}

/** The same address of another process of the service. */
const at = (address: string, origin?: string): string =>
  origin ? address.replace(new URL(address).origin, origin) : address

/** The address of the manage page with a fresh token. */
async function manageAddress(
  shop: Merchant,
  customerId: string,
  search: Json = {},
  may: 'manage' | 'leave' = 'manage',
): Promise<string> {
  const { token } = await shop.mandate.customerTokens.create({ customerId, may })
  const address = new URL(`${dev.manageUrl}/`)
  for (const [name, value] of Object.entries({ session: token, ...search }))
    address.searchParams.set(name, String(value))
  return address.href
}

const attemptsMax = 200
const askAgainMs = 50

export async function untilStatus(
  read: () => Promise<SubscriptionJson>,
  status: string,
): Promise<void> {
  for (let attempts = 0; attempts < attemptsMax; attempts++) {
    if ((await read()).status === status) return
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
  throw new Error(`the subscription did not become ${status}`)
}
