/** Merchants, payers and their browsers, in front of the service that the run has started. */
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, inject } from 'vitest'
import { type Address, createClient, createTestClient, http, parseEther } from 'viem'
import { writeContract } from 'viem/actions'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { Merchant, type Json, type PaymentJson } from '../../examples/client/merchant.ts'
import { Payer } from '../../examples/client/payer.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { openVisit, type Visit, type VisitSettings } from './visit.ts'
import { TestWallet, type WalletChain } from './wallet.ts'

export const oneToken = 1_000_000n

/** A chain that the service serves, with somebody on it who can pay. */
export type Chain = WalletChain & {
  /** The tokens' addresses, in the order of `codes`. */
  tokens: [Address, Address]
  /** Asset codes of the two demo tokens. */
  codes: [string, string]
  payer: Payer
  mine(blocks: number): Promise<void>
}

export const dev = inject('devJson') as DevJson
export const merchant = new Merchant(dev)
const [quick, slow] = dev.chains.map(toChain) as [Chain, Chain]
/** A transfer counts with one confirmation on `quick`, with three on `slow`. */
export { quick, slow }

let browser: Promise<Browser> | undefined
const visits = new Set<Visit>()

export async function createPayment(
  chain: Chain,
  value = '10',
  more: Json = {},
): Promise<PaymentJson> {
  return merchant.createPayment(value, { amount: { value, currency: chain.codes[0] }, ...more })
}

/** Opens an address in a browser that nobody else uses; it is closed, and judged, after the test. */
export async function visit(address: string, settings: VisitSettings = {}): Promise<Visit> {
  browser ??= chromium.connect(inject('browserEndpoint'))
  const opened = await openVisit(await browser, address, settings)
  visits.add(opened)
  return opened
}

/** A wallet that can pay on the chain; it knows that chain alone unless others are named before. */
export async function newWallet(
  chain: Chain,
  { tokens = 100, startsOn = [], name = 'Test Wallet', isNew = false }: WalletWishes = {},
): Promise<TestWallet> {
  const wallet = new TestWallet(isNew ? startsOn : [...startsOn, chain], name)
  const { address } = wallet.account
  await chain.payer.node.setBalance({ address, value: parseEther('1') })
  if (tokens > 0) await mint(chain, wallet, tokens)
  return wallet
}
type WalletWishes = {
  tokens?: number
  startsOn?: Chain[]
  name?: string
  /** It does not know the chain until a page tells it. */
  isNew?: boolean
}

/** Anybody may mint demo tokens; each for itself, so that several may at once. */
async function mint(
  { tokens: [token], rpcUrl }: Chain,
  { account }: TestWallet,
  tokens: number,
): Promise<void> {
  const client = createClient({ transport: http(rpcUrl) })
  const args = [account.address, BigInt(tokens) * oneToken] as const
  const functionName = 'mint'
  await writeContract(client, {
    account,
    chain: null,
    address: token,
    abi: demoTokenAbi,
    functionName,
    args,
  })
}

/** Call in every test file: what went wrong in a browser fails the test that used it. */
export function judgeVisits(): void {
  afterEach(async () => {
    const closing = [...visits]
    visits.clear()
    const troubles = await Promise.all(closing.map((opened) => opened.close()))
    if (troubles.flat().length > 0) throw new Error(troubles.flat().join('\n'))
  })
  afterAll(async () => {
    await (await browser)?.close()
    browser = undefined
  })
}

function toChain({ name, chainId, rpcUrl, assets }: DevJson['chains'][number]): Chain {
  const payer = new Payer({
    ...dev,
    chains: dev.chains.filter((chain) => chain.chainId === chainId),
  })
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
  return {
    name,
    chainId,
    rpcUrl,
    codes: [assets[0]!.code, assets[1]!.code],
    tokens: [assets[0]!.address, assets[1]!.address] as [Address, Address],
    payer,
    mine: (blocks) => client.mine({ blocks }),
  }
}
