/** A moment as every page shows it: short, in the reader's own zone; all of it, in UTC, on hovering. */
import {
  writeDay,
  writeMoment,
  writeSecond,
  writeShortDay,
  writeShortMoment,
  writeWholeMoment,
} from '../messages/moments.ts'
import { useSpeech } from './speech.ts'

/** `zoned` is for pages whose head does not name the zone. */
const forms = {
  minute: writeShortMoment,
  second: writeSecond,
  zoned: writeMoment,
  day: writeDay,
  shortDay: writeShortDay,
}

type Props = { iso: string; form?: keyof typeof forms }

export function Moment({ iso, form = 'zoned' }: Props) {
  const { locale } = useSpeech()
  return (
    <time dateTime={iso} title={writeWholeMoment(iso, locale, 'UTC')}>
      {joined(forms[form](iso, locale))}
    </time>
  )
}

/** No part of it goes to the next line without the others. */
const joined = (moment: string): string => moment.replaceAll(' ', '\u00a0')
