/** The account's balance, and whether it is too low to pay. */
import { writeUnits } from '../../../parts/money-text.ts'
import type { PaymentView } from '../../payment-view.ts'
import { useSpeech } from '../../speech.ts'
import type { WalletFunds } from '../../../wallet/funds.ts'

export function WalletFunds({ view, funds }: { view: PaymentView; funds: WalletFunds }) {
  const { say } = useSpeech()
  const { asset, blockchain, dueBaseUnits } = view
  const write = (baseUnits: bigint) => writeUnits(baseUnits, { token: asset })
  const missing = BigInt(dueBaseUnits) - funds.token
  const balance = write(funds.token)
  return (
    <>
      {missing > 0n ? (
        <p class="note warning">{say('notEnough', { balance, missing: write(missing) })}</p>
      ) : (
        <p class="line funds">
          <span class="hint">{say('balance')}</span>
          <span translate={false}>{balance}</span>
        </p>
      )}
      {funds.native === 0n && (
        <p class="note warning">{say('noGas', { coin: blockchain.nativeSymbol })}</p>
      )}
    </>
  )
}
