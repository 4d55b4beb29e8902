import { formatMoney, symbolOf, writeDecimal } from '../../../src/shared/money.ts'
import { Digits } from '../../parts/digits.tsx'

/** An amount with its cents, and otherwise unchanged: a localised decimal cannot be pasted into a wallet. */
export function Amount({ value, asset }: { value: string; asset: string }) {
  return (
    <span class="amount" translate={false}>
      <Digits>{writeDecimal(value, symbolOf(asset))}</Digits>
      {'\u00a0'}
      <span class="asset hint">{asset}</span>
    </span>
  )
}

/** The same, as sums of the API are written: `96.78 ltUSDC`. */
export function Sum({ children }: { children: string }) {
  const [value = '', asset = ''] = children.split(' ', 2)
  return <Amount value={value} asset={asset} />
}

/** A reckoned sum is read to its second decimal, and hovering shows all of them. */
export const ReckonedSum = ({ children }: { children: string }) => (
  <span title={children}>
    <Sum>{shortened(children)}</Sum>
  </span>
)

export const shortened = (money: string): string => money.replace(/(\.\d\d)\d+/, '$1')

/** The same as a text, for what shows on hovering. */
export function saySum(sum: string): string {
  const [value = '', asset = ''] = sum.split(' ', 2)
  return `${writeDecimal(value, symbolOf(asset))} ${asset}`
}

/** Adds sums of one asset to the last digit. */
export function addSums(sums: readonly string[]): string {
  const parts = sums.map((sum) => sum.split(' ', 1)[0]!.split('.'))
  const decimals = Math.max(0, ...parts.map(([, fraction = '']) => fraction.length))
  const units = parts.map(([whole = '', fraction = '']) =>
    BigInt(whole + fraction.padEnd(decimals, '0')),
  )
  const total = units.reduce((all, one) => all + one, 0n)
  return formatMoney(total, decimals, sums[0]?.split(' ', 2)[1] ?? '')
}

/** A sum and of how many it is. */
export function CountedSum({ amount, count }: { amount: string; count: number }) {
  return (
    <>
      <Sum>{amount}</Sum>{' '}
      <span class="of hint">
        (<Digits>{count}</Digits>)
      </span>
    </>
  )
}
