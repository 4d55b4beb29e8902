/** Starts the dashboard. */
import { LocationProvider } from 'preact-iso'
import { drawPage } from '../browser/translated.ts'
import { say } from './frame-words.ts'
import { LiveRegions } from '../parts/live-regions.tsx'
import { SpeechProvider, useNewSpeech } from '../parts/speech.ts'
import { useKeptFocus } from './shell/kept-focus.ts'
import { SessionGate } from './shell/session-gate.tsx'

function App() {
  useKeptFocus()
  const { speech, announcement } = useNewSpeech(() => say, 'en')
  return (
    <LocationProvider scope={/^\/dashboard(?!\/api)/}>
      <SpeechProvider value={speech}>
        <SessionGate />
        <LiveRegions announcement={announcement} isUrgent={false} />
      </SpeechProvider>
    </LocationProvider>
  )
}

const page = document.querySelector('#page')!
page.replaceChildren()
drawPage(<App />, page)
