/** A moment in the reader's own zone; the exact one in UTC on hovering. */
import { writeExactMoment, writeMoment } from '../messages/moments.ts'
import { useSpeech } from './speech.ts'

type Props = {
  iso: string
  /** Whether its seconds are seen without hovering, too. */
  isExact?: boolean
}

export function Moment({ iso, isExact = false }: Props) {
  const { locale } = useSpeech()
  return (
    <time dateTime={iso} title={writeExactMoment(iso, locale, 'UTC')}>
      {joined(isExact ? writeExactMoment(iso, locale) : writeMoment(iso, locale))}
    </time>
  )
}

/** The zone stays in the line of its hour. */
const joined = (moment: string): string => moment.replace(/ (?=\S+$)/, '\u00a0')
