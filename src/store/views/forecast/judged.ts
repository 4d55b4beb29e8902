/**
 * Whether a charge that is to come is covered: what is asked of every row, in SQL. What charges of one wallet take
 * from each other is not decided here, but in the order in which they fall due (`shared-wallets.ts`).
 */
import type { ParameterValue } from '../query-parameters.ts'
import type { GasEnds } from './gas-ends.ts'
import { dueAt, type ForecastGround } from './planned.ts'
/** A balance that was seen longer ago, in real time, tells nothing: contracts are asked every six hours. */
export const balanceHoursMax = 24

/** Whether a row of `payer_funds` still tells something. */
export const isSeen = (table: string): string =>
  `coalesce(${table}.seen_at > now() - ${balanceHoursMax} * interval '1 hour', false)`

/** Holds what is known of the chains of a network, and of what was taken from wallets after they were seen. */
export type Surroundings = { gasEnds: GasEnds; chargedSince: ChargedSince }

/** Common table expression `gas`: the chains that are served, whether anything is left, and when it runs out. */
export function gasOf(
  { gas }: ForecastGround,
  { gasEnds }: Surroundings,
  value: ParameterValue,
): string {
  const chains = gas.map(({ blockchain }) => blockchain)
  const hasGas = gas.map(({ chargesLeft }) => (chargesLeft === null ? null : chargesLeft > 0))
  const endsAt = chains.map((chain) => gasEnds.get(chain) ?? null)
  return `gas as (select * from unnest(${value(chains)}::text[], ${value(hasGas)}::boolean[],
    ${value(endsAt)}::timestamptz[]) as one (blockchain, has_gas, ends_at))`
}

/**
 * Rows of `planned` or the like, with what is known of their wallet: `held` is what it has left for all of its charges
 * together, `payable` how many of this row's it pays if no other one takes from it.
 */
export function withFunds(
  source: string,
  { chargedSince }: Surroundings,
  value: ParameterValue,
): string {
  const { size } = chargedSince
  const taken = () => `left join unnest(${value([...chargedSince.keys()])}::uuid[],
    ${value([...chargedSince.values()])}::numeric[]) as since (wallet, taken) on since.wallet = p.wallet`
  const held = size
    ? 'case when f.balance <= since.taken then 0 else f.balance - coalesce(since.taken, 0) end'
    : 'f.balance'
  return `select p.*, f.seen_at, ${isSeen('f')} as is_seen, ${held} as held,
      case when charges = 1 then case when amount <= ${held} then 1 else 0 end
        else least(charges, div(${held}, amount))::int end as payable, f.wallet is null as is_unseen
    from ${source} p left join payer_funds f on f.wallet = p.wallet ${size ? taken() : ''}`
}

/** Whether all charges of a row with the gas of its chain fail, whatever its wallet holds: they take nothing from it. */
export const isHopeless = (assets: string): string =>
  `(class is not distinct from 'atRisk' or asset <> all(${assets}::text[]) or has_gas is false)`
const isGasLate = `(ends_at is not null and ${dueAt} >= ends_at)`

/**
 * The class and the reason of charge `n` of a row with its funds and the gas of its chain, if no other one takes from
 * its wallet before.
 */
export const judge = (assets: string): { class: string; reason: string } => ({
  class: `case when ${isHopeless(assets)} or n >= allowed then 'atRisk'
      when class is not null or has_gas is null or ${isGasLate} or not is_seen then 'unknown'
      when n < payable then 'covered' else 'atRisk' end`,
  reason: `case when class = 'atRisk' then reason
      when asset <> all(${assets}::text[]) then 'AssetInactive'
      when has_gas is false then 'GasWalletEmpty'
      when n >= allowed then 'InsufficientAllowance'
      when class is not null then reason
      when not is_served then 'ChainNotServed'
      when has_gas is null then 'GasNotSeen'
      when ${isGasLate} then 'GasMayRunOut'
      when is_unseen then 'BalanceNotSeen'
      when not is_seen then 'BalanceTooOld'
      when n >= payable then 'InsufficientBalance' end`,
})

/** Base units by the wallet; those of which nothing was taken are left out. */
export type ChargedSince = ReadonlyMap<string, string>
