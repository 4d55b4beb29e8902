import { Ends } from '../../../parts/address-text.tsx'
import { Amount } from '../../parts/money.tsx'
import type { OtherToken } from './payment-view.ts'
import { phrase } from '../../phrase.ts'

/** Shows what came of a token that nobody asked for; of an unknown one, its base units and its contract. */
export function OtherAmount({ token, asset, amount }: OtherToken) {
  if (asset !== null) return <Amount value={amount} asset={asset} />
  return (
    <>
      {phrase`${amount} base units of`} <Ends text={token} />
    </>
  )
}
