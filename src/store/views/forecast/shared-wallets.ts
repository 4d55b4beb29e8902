/**
 * Judges the charges of wallets that pay for several subscriptions and hold too little for all of them: one wallet is
 * counted once, charge by charge in the order in which they fall due.
 */
import { dayMs } from '../../../../machines/durations.ts'
import type { GasEnds } from './gas-ends.ts'
import { spendInOrder, type ForecastVerdict } from './spend-in-order.ts'

/** A subscription of such a wallet; amounts in base units. */
export type SharingSubscription = {
  contractAddress: string
  wallet: string
  blockchain: string
  asset: string
  decimals: number
  amount: bigint
  /** The wallet has this for all of its charges together. */
  held: bigint
  /** When it was seen, in real time. */
  seenAt: Date | null
  /** When the first charge of the window falls due, and the days between one and the next. */
  firstAt: string
  periodDays: number
  chargesMade: number
  /** Counts the charges in the window, and those of them that the allowance covers. */
  charges: number
  allowed: number
  /** Why nobody knows whether any of them is made; null where nothing but the balance is in the way. */
  doubt: string | null
}

/** A charge of the window, the `n`th from 0 on, as it stands in the end. */
export type JudgedCharge = {
  of: SharingSubscription
  n: number
  at: Date
  class: ForecastVerdict
  reason: string | null
}

/** Judges all charges of subscriptions, wallet by wallet; those of each come in order. */
export function judgeShared(
  subscriptions: readonly SharingSubscription[],
  ends: GasEnds,
): JudgedCharge[] {
  const byWallet = Map.groupBy(subscriptions, ({ wallet }) => wallet)
  return [...byWallet.values()].flatMap((sharing) => judgeWallet(sharing, ends))
}

function judgeWallet(sharing: SharingSubscription[], ends: GasEnds): JudgedCharge[] {
  const toCome = sharing.flatMap(chargesOf).toSorted(byDueTime)
  const allowed = toCome.filter(({ of, n }) => n < of.allowed)
  const endsAt = ends.get(sharing[0]!.blockchain)
  const doubtOf = ({ of, at }: ToCome): string | null =>
    of.doubt ?? (endsAt !== undefined && at.getTime() >= Date.parse(endsAt) ? 'GasMayRunOut' : null)
  const verdicts = spendInOrder(
    sharing[0]!.held,
    allowed.map((charge) => ({
      contractAddress: charge.of.contractAddress,
      amount: charge.of.amount,
      isSure: doubtOf(charge) === null,
    })),
  )
  const spent = new Map(allowed.map((charge, index) => [charge, verdicts[index]!]))
  return toCome.map((charge) => {
    const verdict = spent.get(charge)
    if (verdict === undefined)
      return { ...charge, class: 'atRisk', reason: 'InsufficientAllowance' }
    const reason = { covered: null, atRisk: 'InsufficientBalance', unknown: 'BalanceShared' }
    return { ...charge, class: verdict, reason: doubtOf(charge) ?? reason[verdict] }
  })
}

type ToCome = Pick<JudgedCharge, 'of' | 'n' | 'at'>

function chargesOf(of: SharingSubscription): ToCome[] {
  const firstAt = Date.parse(of.firstAt)
  return Array.from({ length: of.charges }, (_, n) => ({
    of,
    n,
    at: new Date(firstAt + n * of.periodDays * dayMs),
  }))
}

/** Charges that fall due together are ordered by their addresses, as the relay makes them. */
const byDueTime = (one: ToCome, other: ToCome): number =>
  one.at.getTime() - other.at.getTime() ||
  (one.of.contractAddress < other.of.contractAddress ? -1 : 1)
