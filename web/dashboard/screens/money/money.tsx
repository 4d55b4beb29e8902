import { say } from '../../../messages/dashboard/settings-words.ts'
import { Screen } from '../../parts/screen.tsx'
import { Assets } from './assets.tsx'
import { GasLimitsList } from './gas-limits.tsx'
import { GasWallets } from './gas-wallets.tsx'
import { Receivers } from './receivers.tsx'

export default function Money() {
  return (
    <Screen title={say('money')} hint={say('moneyHint')}>
      <Receivers />
      <Assets />
      <GasWallets />
      <GasLimitsList />
    </Screen>
  )
}
