/**
 * Limits what logs say to what balances cover: of the money that a token's logs report, only as much
 * counts as the address holds, or has passed on. That finds out a token that takes a fee, or lies.
 */
import type { Deposited } from '../../machines/payment/payment.events.ts'
import { larger } from '../shared/money.ts'
import type { Sums } from '../chain/rows/due-deposits.ts'

/** Base units that an address holds or has passed on, according to one node, and as far as enough nodes agree. */
export type Covered = { seen: bigint; confirmed: bigint }

/** Base units of these sums that were reported as confirmed before. */
export type CreditedBefore = { inTime: bigint; late: bigint }

/**
 * Limits sums to the money that is covered; what came late is the first to be left out. What was
 * credited before stays, because an address also holds less when a node withheld the log of a sweep.
 */
export function limitToCovered(
  { seen, confirmed }: Covered,
  { inTime, late }: Sums,
  before: CreditedBefore,
): Sums {
  const uncredited = (covered: bigint) => larger(covered - before.inTime - before.late, 0n)
  const free = { seen: uncredited(larger(seen, confirmed)), confirmed: uncredited(confirmed) }
  const inTimeAnew = BigInt(inTime.seen) - before.inTime
  const left = {
    seen: larger(free.seen - inTimeAnew, 0n),
    confirmed: larger(free.confirmed - inTimeAnew, 0n),
  }
  return {
    inTime: limitEach(inTime, before.inTime, free),
    late: limitEach(late, before.late, left),
  }
}

const limitEach = ({ seen, confirmed }: Deposited, before: bigint, free: Covered): Deposited => ({
  seen: least(seen, before + free.seen),
  confirmed: least(confirmed, before + free.confirmed),
})

const least = (amount: string, limit: bigint): string =>
  BigInt(amount) < limit ? amount : String(limit)
