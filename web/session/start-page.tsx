/**
 * Starts a page that a customer's token opens. The token leaves the address bar before anything else
 * happens; then the page gets its language and its session.
 */
import type { ComponentType } from 'preact'
import { drawPage } from '../browser/translated.ts'
import type { SessionTexts } from '../messages/session/session-texts.ts'
import { type CatalogueLoaders, chooseLanguage, speakIn } from '../messages/translate.ts'
import { LiveRegions } from '../parts/live-regions.tsx'
import { SpeechProvider, useNewSpeech } from '../parts/speech.ts'
import type { SessionClient } from './client.ts'
import { type PageAddress, readPageAddress } from './page-address.ts'
import { SessionGate } from './session-gate.tsx'
import type { SessionView } from './session-views.ts'
import { applyTheme } from './theme.ts'
import { takeToken } from './token.ts'

type PageProps = { session: SessionView; client: SessionClient; address: PageAddress }

export async function startPage<English extends SessionTexts>(
  loaders: CatalogueLoaders<English>,
  Page: ComponentType<PageProps>,
  /** Stands there whatever the page shows, also where it has no session. */
  Always: ComponentType<{ address: PageAddress }> = () => null,
): Promise<void> {
  const token = takeToken()
  const address = readPageAddress(location.search)
  applyTheme(address.theme)
  const language = chooseLanguage([address.language, ...navigator.languages])
  const { texts } = await loaders[language]()
  const say = speakIn<English>(texts, language)

  function App() {
    const { speech, announcement } = useNewSpeech(() => say, language)
    return (
      <SpeechProvider value={speech}>
        <Always address={address} />
        <SessionGate token={token}>
          {(session, client) => <Page session={session} client={client} address={address} />}
        </SessionGate>
        <LiveRegions announcement={announcement} isUrgent={false} />
      </SpeechProvider>
    )
  }
  drawPage(<App />, document.querySelector('#page')!)
}
