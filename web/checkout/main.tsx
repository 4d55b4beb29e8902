/** Starts the checkout page from the payment that the service wrote into its HTML. */
import { render } from 'preact'
import { outliveTranslation } from '../browser/translated.ts'
import { App } from './parts/app.tsx'
import { readQuery } from './query.ts'
import type { PaymentView } from './payment-view.ts'

const written = document.querySelector('#payment-view')?.textContent
if (written) {
  const view = JSON.parse(written) as PaymentView
  const page = document.querySelector('#page')!
  outliveTranslation(page)
  render(<App first={view} query={readQuery(location.search)} />, page)
}
