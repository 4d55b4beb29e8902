/** A merchant with subscriptions and wallets at random, from a seed: what forecasts are held against each other on. */
import type { Pool } from 'pg'
import { dayMs } from '../../../machines/durations.ts'
import { subscriptionTemplate } from '../templates.ts'
import type { Owner } from '../../../src/shared/owner.ts'
import type { ForecastGround } from '../../../src/store/views/forecast/planned.ts'
import { addressOf } from '../world.ts'

const blockchains = ['LocalTestNet', 'OtherTestNet', 'UnservedTestNet']
const assets = ['tUSDC', 'tDAI']
const logStatuses = ['Seen', 'Credited', 'Reorged']
const standings = [
  ...Array.from({ length: 8 }, () => ({ status: 'Active', phase: 'Current', reason: null })),
  { status: 'Active', phase: 'Overdue', reason: 'InsufficientBalance' },
  { status: 'Active', phase: 'Overdue', reason: 'PayerFrozen' },
  { status: 'Active', phase: 'Ending', reason: null },
  { status: 'Suspended', phase: '', reason: 'GasWalletEmpty' },
  { status: 'Suspended', phase: '', reason: 'ChainUnreachable' },
  { status: 'Paused', phase: '', reason: null },
  { status: 'PendingUnPause', phase: '', reason: null },
  { status: 'Pending', phase: 'AwaitingPredecessor', reason: null },
  { status: 'Cancelled', phase: 'Over', reason: 'CancelRequested' },
]

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Dice = {
  upTo: (most: number) => number
  oneOf: <One>(some: readonly One[]) => One
  /** An address of this world alone. */
  addressAt: (number: number) => string
}

function diceOf(seed: number): Dice {
  const random = randomOf(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  return {
    upTo,
    oneOf: (some) => some[upTo(some.length - 1)]!,
    addressAt: (number) =>
      `0x${seed.toString(16).padStart(8, '0')}${number.toString(16).padStart(32, '0')}`,
  }
}

/** Fills the merchant's tables, and returns the ground of a forecast about it. */
export async function makeRandomWorld(
  pool: Pool,
  owner: Owner,
  now: Date,
  seed: number,
): Promise<ForecastGround> {
  const dice = diceOf(seed)
  const count = 20 + dice.upTo(60)
  const made = Array.from({ length: count }, (_, index) =>
    randomSubscription(dice, { number: index + 1, count, now }),
  )
  const template = subscriptionTemplate({ owner, blockchain: '', asset: '', token: '', now })
  for (const { status, phase, ...context } of made)
    await pool.query(
      `insert into subscription (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 1, 1, $6, $7, $7)`,
      [
        context.contractAddress,
        owner.merchantId,
        owner.network,
        status,
        phase,
        { ...template, value: status, context: { ...template.context, ...context } },
        now,
      ],
    )
  for (const one of made) await lookInto(pool, dice, one)
  const { oneOf } = dice
  return {
    now,
    until: new Date(+now + oneOf([1, 30, 30, 90]) * dayMs),
    utcOffset: oneOf([0, 120, -300, 840]),
    activeAssets: oneOf([assets, assets, ['tUSDC']]),
    gas: [
      { blockchain: 'LocalTestNet', chargesLeft: oneOf([0, 3, 20, 1_000_000, null]) },
      { blockchain: 'OtherTestNet', chargesLeft: oneOf([10, 1_000_000, 4_000_000_000_000]) },
    ],
  }
}

type Place = { number: number; count: number; now: Date }
type Made = ReturnType<typeof randomSubscription>

function randomSubscription({ upTo, oneOf, addressAt }: Dice, { number, count, now }: Place) {
  const { status, phase, reason } = oneOf(standings)
  const maxPeriods = 1 + upTo(24)
  const inDays = (days: number) => new Date(+now + days * dayMs).toISOString()
  const isSwitched = phase === 'AwaitingPredecessor'
  return {
    status,
    phase,
    reason,
    maxPeriods,
    amount: String(oneOf([4_000_000, 10_000_000, 10_000_000, 25_000_000])),
    contractAddress: addressAt(number),
    customerId: `customer-${upTo(9)}`,
    // Few enough that many a wallet pays for several.
    payer: addressAt(1_000_000 + upTo(Math.ceil(count / 4))),
    blockchain: oneOf(blockchains),
    asset: oneOf(assets),
    token: oneOf([addressOf('c0'), addressOf('c1')]),
    allowance: String(oneOf([0, 1, 1, 3, 30]) * 10_000_000),
    periodDays: oneOf([1, 7, 30, 30, 90]),
    chargesMade: upTo(maxPeriods),
    // Some together, some overdue, some at the very edges of the window.
    nextChargeAt: inDays(oneOf([upTo(60), upTo(35) - 3, upTo(3), 0, 30])),
    resumeAt: oneOf([null, inDays(upTo(45))]),
    isToEnd: phase === 'Ending' || upTo(15) === 0,
    replaces: isSwitched ? { contractAddress: addressAt(1 + upTo(count)) } : null,
  }
}

/** Looks into its wallet, as a rule, and charges it in some block before or after. */
async function lookInto(pool: Pool, { upTo, oneOf }: Dice, one: Made): Promise<void> {
  const { contractAddress, blockchain, token, payer } = one
  if (upTo(9) > 0)
    await pool.query(
      `insert into payer_funds (blockchain, token, payer, balance, block_number, seen_at)
       values ($1, $2, $3, $4, 100, now() - $5 * interval '1 hour') on conflict do nothing`,
      [blockchain, token, payer, oneOf([0, 10, 20, 35, 500]) * 1_000_000, oneOf([1, 1, 1, 30])],
    )
  if (upTo(4) === 0)
    await pool.query(
      `insert into chain_log (blockchain, block_hash, log_index, block_number, block_time, transaction_hash,
         contract_address, event, args, status, agreed)
       values ($1, $2, 0, $3, now(), $2, $2, 'Charged', '{"period":1}', $4, true)`,
      [blockchain, contractAddress, oneOf([50, 100, 101, 150]), oneOf(logStatuses)],
    )
}
