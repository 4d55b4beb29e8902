import { say } from '../../../messages/dashboard/number-words.ts'
import { AddressText } from '../../../parts/address-text.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { ScreenProps } from '../../screens.ts'
import { PayerCard } from './card.tsx'

export default function Payer({ params: { id = '' } }: ScreenProps) {
  return (
    <Screen title={say('payer')} hint={say('payerHint')}>
      <AddressText address={id as `0x${string}`} />
      <PayerCard path={`/payers/${encodeURIComponent(id)}`} />
    </Screen>
  )
}
