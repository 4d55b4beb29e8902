/**
 * What a payer does to subscribe, and how long it takes: taps on the page, answers in the wallet, and the
 * seconds from the open page to the button, and from the last answer to Active.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { openVisit, type Visit } from '../../test/browser/visit.ts'
import type { Abilities, TestWallet } from '../../test/browser/wallet.ts'
import { median } from '../closed-loop.ts'
import { table } from '../table.ts'
import { oneToken, type Payers, preparePayers, type TokenPlace } from './payers.ts'

const rounds = 3
const patienceMs = 60_000
const askAgainMs = 10

type Way = {
  name: string
  abilities: Abilities
  token: TokenPlace
  /** What the wallet's owner answers after the second tap, in its order. */
  asks: string[]
}

const transaction = 'eth_sendTransaction'
const ways: Way[] = [
  { name: 'a transaction', abilities: {}, token: 1, asks: [transaction] },
  {
    name: 'a reset and a transaction',
    abilities: {},
    token: 1,
    asks: [transaction, transaction],
  },
  {
    name: 'a permit',
    abilities: { signsTypedData: true },
    token: 0,
    asks: ['eth_signTypedData_v4'],
  },
  {
    name: 'several calls at once',
    abilities: { batches: 'supported' },
    token: 1,
    asks: ['wallet_sendCalls'],
  },
]

type Run = { taps: number; answers: number; readyMs: number; activeMs: number }

export async function measureSubscribing(browser: Browser, dev: DevJson): Promise<string> {
  const payers = await preparePayers(dev)
  const rows: string[][] = []
  for (const way of ways) {
    const runs: Run[] = []
    for (let round = 0; round < rounds; round++) runs.push(await subscribe(browser, payers, way))
    const middle = (of: keyof Run) => median(runs.map((run) => run[of]))
    const seconds = (of: keyof Run) => `${(middle(of) / 1000).toFixed(1)} s`
    const counts = [String(middle('taps')), String(middle('answers'))]
    rows.push([way.name, ...counts, seconds('readyMs'), seconds('activeMs')])
  }
  const head = ['allowed by', 'taps', 'answers in the wallet', 'page opened to button']
  return table([...head, 'last answer to Active'], rows)
}

async function subscribe(browser: Browser, payers: Payers, way: Way): Promise<Run> {
  const { wallet, address } = await payers.arrive(way.token, way.abilities)
  const openedAt = performance.now()
  const visit = await openVisit(browser, address, { wallets: [wallet] })
  visit.page.setDefaultTimeout(patienceMs)
  await visit.button('Test Wallet').click()
  await visit.text(/Your wallet will ask/).waitFor()
  const readyMs = performance.now() - openedAt
  if (way.asks.length > 1) await allowTooLittle(visit, wallet)
  const answeredAt = await answer(wallet, way.asks, () => visit.button(/^Allow 240/).click())
  await visit.heading('You are subscribed').waitFor()
  const activeMs = performance.now() - answeredAt
  const troubles = await visit.close()
  if (troubles.length > 0) throw new Error(troubles.join('\n'))
  // The first tap is the wallet, and its first answer shows the account.
  return { taps: 2, answers: 1 + way.asks.length, readyMs, activeMs }
}

/** A limit of before, too low for a charge, is what has to be reset. */
async function allowTooLittle(visit: Visit, wallet: TestWallet): Promise<void> {
  wallet.lowerCapTo(5n * oneToken)
  await visit.button(/^Allow 240/).click()
  await visit.text(/so nothing can be taken yet/).waitFor()
  wallet.lowerCapTo(null)
  await visit.text(/Your wallet will ask twice/).waitFor()
}

/**
 * Taps, and answers what the wallet is then asked, and nothing else; returns when the last answer was given.
 *
 * @throws where the wallet is asked for something else
 */
async function answer(wallet: TestWallet, asks: string[], tap: () => Promise<void>) {
  let answeredAt = 0
  let asked = wallet.countOf(asks[0]!)
  let release = wallet.hold(asks[0]!)
  await tap()
  for (const [index, method] of asks.entries()) {
    asked++
    await untilAsked(wallet, method, asked)
    release()
    answeredAt = performance.now()
    const next = asks[index + 1]
    if (next) release = wallet.hold(next)
  }
  return answeredAt
}

async function untilAsked(wallet: TestWallet, method: string, times: number): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += askAgainMs) {
    if (wallet.countOf(method) >= times) return
    await sleep(askAgainMs)
  }
  throw new Error(`the wallet was not asked for ${method}`)
}
