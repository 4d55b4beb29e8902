import { AddressText } from '../../../parts/address-text.tsx'
import { type AddressProps, Screen } from '../../parts/screen.tsx'
import { PayerCard } from './card.tsx'

export default function Payer({ params: { id = '' } }: AddressProps) {
  return (
    <Screen title="Payer" hint="All that this wallet pays for, against what it holds and allows.">
      <AddressText address={id as `0x${string}`} />
      <PayerCard path={`/payers/${encodeURIComponent(id)}`} />
    </Screen>
  )
}
