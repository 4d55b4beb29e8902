/** The two ways, of equal rank; whichever is used, the money goes to the same address. */
import type { PaymentView } from '../payment-view.ts'
import { SendPanel } from './send-panel.tsx'

export function WaysToPay({ view }: { view: PaymentView }) {
  return (
    <div class="ways">
      <SendPanel view={view} />
    </div>
  )
}
