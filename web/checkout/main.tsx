/** Starts the checkout page from the payment that the service wrote into its HTML. */
import { drawPage } from '../browser/translated.ts'
import { App } from './parts/app.tsx'
import { readQuery } from './query.ts'
import type { PaymentView } from './payment-view.ts'

const written = document.querySelector('#payment-view')?.textContent
if (written) {
  const view = JSON.parse(written) as PaymentView
  const app = <App first={view} query={readQuery(location.search)} />
  drawPage(app, document.querySelector('#page')!)
}
