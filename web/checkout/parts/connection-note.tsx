/** Says that the page has lost touch, and that this harms nothing. */
import { useSpeech } from '../speech.ts'
import { Spinner } from './icons.tsx'

export function ConnectionNote() {
  const { say } = useSpeech()
  return (
    <p class="note connection" role="status">
      <Spinner />
      {say('reconnecting')}
    </p>
  )
}
