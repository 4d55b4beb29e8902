import { Screen } from '../../parts/screen.tsx'
import { Assets } from './assets.tsx'
import { GasLimitsList } from './gas-limits.tsx'
import { GasWallets } from './gas-wallets.tsx'
import { Receivers } from './receivers.tsx'

export default function Money() {
  return (
    <Screen title="Money" hint="What you take, where it goes, and what pays for the transactions.">
      <Receivers />
      <Assets />
      <GasWallets />
      <GasLimitsList />
    </Screen>
  )
}
