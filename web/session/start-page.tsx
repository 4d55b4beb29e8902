/**
 * Starts a page that a customer's token opens. The token leaves the address bar before anything else
 * happens; then the page gets its language and its session.
 */
import type { CustomerSession } from '../api/session.generated.ts'
import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { drawPage } from '../browser/translated.ts'
import type { SessionTexts } from '../messages/session/session-texts.ts'
import {
  type CatalogueLoaders,
  chooseLanguage,
  type Language,
  speakIn,
} from '../messages/translate.ts'
import { LiveRegions } from '../parts/live-regions.tsx'
import { SpeechProvider, useNewSpeech } from '../parts/speech.ts'
import type { SessionClient } from './client.ts'
import { type PageAddress, readPageAddress } from './page-address.ts'
import { SessionGate } from './session-gate.tsx'
import { applyTheme } from './theme.ts'
import { takeToken } from './token.ts'

type PageProps = { session: CustomerSession; client: SessionClient; address: PageAddress }

export async function startPage<English extends SessionTexts & { pageTitle: string }>(
  loaders: CatalogueLoaders<English>,
  Page: ComponentType<PageProps>,
  /** Stands there whatever the page shows, also where it has no session. */
  Always: ComponentType<{ address: PageAddress }> = () => null,
): Promise<void> {
  const token = takeToken()
  const address = readPageAddress(location.search)
  applyTheme(address.theme)
  const load = async (language: Language) => {
    const { texts } = await loaders[language]()
    document.title = speakIn<{ pageTitle: string }>(texts, language)('pageTitle')
    return { language, say: speakIn<English>(texts, language) }
  }
  const first = await load(chooseLanguage([address.language, ...navigator.languages]))

  function App() {
    const [{ language, say }, setSpoken] = useState(first)
    const { speech, announcement } = useNewSpeech(() => say, language)
    // Without the other texts the address has the language, and the whole page is loaded in it.
    const choose = (other: Language) => load(other).then(setSpoken, () => location.reload())
    return (
      <SpeechProvider value={speech}>
        <Always address={address} />
        <SessionGate token={token} onLanguage={(other) => void choose(other)}>
          {(session, client) => <Page session={session} client={client} address={address} />}
        </SessionGate>
        <LiveRegions announcement={announcement} isUrgent={false} />
      </SpeechProvider>
    )
  }
  drawPage(<App />, document.querySelector('#page')!)
}
