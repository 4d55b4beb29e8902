/** Says why the service did not do something, or that it did not answer. */
import type { SessionTexts } from '../messages/session/session-texts.ts'
import { useSpeechOf } from '../parts/speech.ts'
import { SessionProblem } from './client.ts'
import { refusalText } from './refusal-text.ts'

export function RefusalNote({ error }: { error: unknown }) {
  const speech = useSpeechOf<SessionTexts>()
  return (
    <p class="note" role="alert">
      {error instanceof SessionProblem ? refusalText(speech, error) : speech.say('serviceSilent')}
    </p>
  )
}
