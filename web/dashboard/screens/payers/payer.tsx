import { AddressText } from '../../../parts/address-text.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { ScreenProps } from '../../screens.ts'
import { PayerCard } from './card.tsx'

export default function Payer({ params: { id = '' } }: ScreenProps) {
  return (
    <Screen title="Payer" hint="All that this wallet pays for, against what it holds and allows.">
      <AddressText address={id as `0x${string}`} />
      <PayerCard path={`/payers/${encodeURIComponent(id)}`} />
    </Screen>
  )
}
