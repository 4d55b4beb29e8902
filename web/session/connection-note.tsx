/** Says that the page has lost its connection to the service, and that this harms nothing. */
import type { SessionTexts } from '../messages/session/session-texts.ts'
import { Spinner } from '../parts/icons.tsx'
import { useSpeechOf } from '../parts/speech.ts'

export function ConnectionNote() {
  const { say } = useSpeechOf<SessionTexts>()
  return (
    <p class="note connection" role="status">
      <Spinner />
      {say('connectionLost')}
    </p>
  )
}
