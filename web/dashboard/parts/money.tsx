import { symbolOf, writeDecimal } from '../../../src/shared/money.ts'
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
