/** Reports transfers of other tokens: they do not count for the payment, and they are not lost. */
import { writeSum } from '../../parts/money-text.ts'
import type { PaymentView } from '../payment-view.ts'
import { useSpeech } from '../speech.ts'
import { AlertIcon } from '../../parts/icons.tsx'

export function WrongTokens({ view }: { view: PaymentView }) {
  const { say } = useSpeech()
  if (view.otherTokens.length === 0) return null
  const tokens = view.otherTokens
    .map(({ amount, symbol, token }) => writeSum(amount, symbol ?? token))
    .join(', ')
  return (
    <div class="note warning" role="status">
      <AlertIcon />
      <div>
        <h3>{say('wrongToken')}</h3>
        <p>{say('wrongTokenHint', { tokens, merchant: view.merchantName })}</p>
      </div>
    </div>
  )
}
