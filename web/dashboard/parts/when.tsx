/** A moment in the reader's zone, which the page's head names, a dash where there is none; or how long ago it was. */
import { writeDate, writeInUtc, writeSecond, writeShortMoment } from '../../messages/moments.ts'
import { Moment } from '../../parts/moment.tsx'
import { useSpeech } from '../../parts/speech.ts'
import { useDashboard } from '../context.ts'

type Props = {
  at: string | null | undefined
  /** Shows seconds, where one line follows the other closely. */
  isExact?: boolean
}

export const When = ({ at, isExact = false }: Props) =>
  at ? <Moment iso={at} write={isExact ? writeSecond : writeShortMoment} /> : <>–</>

/** A day by its name, `2026-08-13`. */
export function DayName({ date }: { date: string }) {
  const { locale } = useSpeech()
  return <time dateTime={date}>{writeDate(date, locale)}</time>
}

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/**
 * Shows how long ago something was in real time, whatever the test clock says; the moment on hovering. Less than a
 * minute, or a browser's clock that is late, is this minute.
 */
export function Ago({ at }: { at: string }) {
  const { locale } = useSpeech()
  const ageMs = Math.max(0, Date.now() - Date.parse(at))
  const [unit, unitMs] = units.find(([, least]) => ageMs >= least) ?? units[2]
  const count = Math.floor(ageMs / unitMs)
  return (
    <time dateTime={at} title={writeInUtc(at)}>
      {new Intl.RelativeTimeFormat(locale, { numeric: count === 0 ? 'auto' : 'always' }).format(
        -count,
        unit,
      )}
    </time>
  )
}

/** Links end by the real clock, also where there is a test clock beside it. */
export function GoodUntil({ at }: { at: string }) {
  const { network } = useDashboard()
  return (
    <>
      good until <When at={at} />
      {network === 'test' && ' by the real clock'}.
    </>
  )
}
