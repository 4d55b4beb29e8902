/** The checkout page in the state that the address names, without a service behind it. */
import { render } from 'preact'
import { useState } from 'preact/hooks'
import { speak } from '../messages/checkout/checkout-texts.ts'
import { chooseLanguage } from '../messages/translate.ts'
import { Page } from '../checkout/parts/page.tsx'
import { readQuery } from '../checkout/query.ts'
import { SpeechProvider } from '../parts/speech.ts'
import { exampleViews } from './example-views.ts'

const state = new URLSearchParams(location.search).get('state') ?? ''
const view = exampleViews[state]

render(view ? <Example /> : <Contents />, document.querySelector('#page')!)

function Example() {
  const query = readQuery(location.search)
  const [language, choose] = useState(chooseLanguage([query.language]))
  const isConnected = !location.search.includes('lost')
  const payment = { view: view!, isConnected, now: Date.parse(view!.now), refusal: null }
  return (
    <SpeechProvider
      value={{ language, locale: language, say: speak(language), announce: () => undefined }}
    >
      <Page payment={payment} query={query} announcement={null} onLanguage={choose} />
    </SpeechProvider>
  )
}

function Contents() {
  return (
    <ul class="card">
      {Object.keys(exampleViews).map((name) => (
        <li key={name}>
          <a href={`?state=${name}&name=City+map,+printed`}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
