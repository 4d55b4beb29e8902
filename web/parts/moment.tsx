/** A moment as every page shows it: short, in the reader's own zone; all of it, in UTC, on hovering. */
import { writeInUtc, writeMoment } from '../messages/moments.ts'
import { useSpeech } from './speech.ts'

type Props = {
  iso: string
  /** One of `messages/moments.ts`. */
  write?: (iso: string, locale: string) => string
}

export function Moment({ iso, write = writeMoment }: Props) {
  const { locale } = useSpeech()
  return (
    <time dateTime={iso} title={writeInUtc(iso)}>
      {joined(write(iso, locale))}
    </time>
  )
}

/** No part of it goes to the next line without the others. */
const joined = (moment: string): string => moment.replaceAll(' ', '\u00a0')
