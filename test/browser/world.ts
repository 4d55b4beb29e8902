/** Payments, and payers with their browsers and wallets, in front of the service of this run. */
import { type Browser, chromium } from 'playwright-core'
import type { Address } from 'viem'
import { afterAll, afterEach, inject } from 'vitest'
import { type Json, Merchant, type PaymentJson } from '../../examples/client/merchant.ts'
import { type Chain, dev, oneToken, quick, slow } from './chains.ts'
import { openVisit, type Visit, type VisitSettings } from './visit.ts'
import { type Abilities, TestWallet } from './wallet.ts'

export const merchant = new Merchant(dev)

let browser: Promise<Browser> | undefined
const visits = new Set<Visit>()

/** Asks for a decimal amount of the chain's first token, for an hour. */
export const createPayment = (chain: Chain, value = '10', more: Json = {}): Promise<PaymentJson> =>
  merchant.createPayment(value, { amount: { value, currency: chain.codes[0] }, ...more })

/** Reads the contract that derives the payment's address, as the page names it. */
export async function factoryOf({ id }: PaymentJson): Promise<Address> {
  const response = await fetch(`${dev.baseUrl}/checkout/${id}/payment`)
  const { derivation } = (await response.json()) as { derivation: { factory: Address } }
  return derivation.factory
}

/**
 * Opens an address in a browser of its own; it is closed, and its errors fail the test, after the
 * test.
 */
export async function visit(address: string, settings: VisitSettings = {}): Promise<Visit> {
  browser ??= chromium.connect(inject('browserEndpoint'))
  const opened = await openVisit(await browser, address, settings)
  visits.add(opened)
  return opened
}

type WalletWishes = {
  /** Whole tokens of the chain's first token. */
  tokens?: number
  name?: string
  /** Other networks that the wallet knows; it uses the first of them. */
  startsOn?: Chain[]
  /** The wallet does not know the chain until a page adds it. */
  isNew?: boolean
  /** The wallet can do this beside sending transactions. */
  abilities?: Abilities
}

/** Makes a wallet that can pay on the chain. */
export async function newWallet(chain: Chain, wishes: WalletWishes = {}): Promise<TestWallet> {
  const { tokens = 100, name = 'Test Wallet', startsOn = [], isNew = false, abilities } = wishes
  const wallet = new TestWallet(isNew ? startsOn : [...startsOn, chain], name, abilities)
  const { address } = wallet.account
  await chain.giveGas(address)
  if (abilities?.batches === 'supported') await wallet.account.upgrade(chain)
  if (tokens > 0) await chain.mint(chain.tokens[0], address, BigInt(tokens * Number(oneToken)))
  return wallet
}

async function end(opened: Visit): Promise<void> {
  visits.delete(opened)
  await opened.close()
}

/** Call in every test file: errors in a browser fail the test that used it. */
export function judgeVisits(): void {
  afterEach(async () => {
    const opened = [...visits]
    await Promise.all(opened.filter(({ isKept }) => !isKept).map(end))
    await Promise.all([quick, slow].map((chain) => chain.letBlocksCome()))
    const troubles = opened.flatMap((one) => one.troubles())
    if (troubles.length > 0) throw new Error(troubles.join('\n'))
  })
  afterAll(async () => {
    visits.clear()
    await (await browser)?.close()
    browser = undefined
  })
}
