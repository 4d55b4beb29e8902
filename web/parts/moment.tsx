/** A moment in the reader's own zone; the exact one in UTC on hovering. */
import { writeMoment } from '../messages/moments.ts'
import { useSpeech } from './speech.ts'

export function Moment({ iso }: { iso: string }) {
  const { locale } = useSpeech()
  return (
    <time dateTime={iso} title={writeMoment(iso, locale, 'UTC')}>
      {writeMoment(iso, locale)}
    </time>
  )
}
