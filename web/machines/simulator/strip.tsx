/** The whole time as a strip: the states of the subscription as spans, and what became of its charges as marks. */
import type { SimulationAnswer } from '../../../src/core/simulating/simulate.ts'
import { spansOf } from './summary.ts'

type StripProps = { turns: SimulationAnswer['turns']; beganMs: number; endMs: number }

const moods: [RegExp, string][] = [
  [/^Active\.(Current|Ending)/, 'good'],
  [/^Active\.Charging|^Pending$|^Pending\./, 'busy'],
  [/Overdue|^Suspended|^Error/, 'bad'],
  [/^Paused|^PendingPause|^PendingUnPause/, 'paused'],
  [/^Cancelled|^Finished|^PendingCancel/, 'over'],
]
const moodOf = (state: string): string =>
  moods.find(([pattern]) => pattern.test(state))?.[1] ?? 'draft'

export function Strip({ turns, beganMs, endMs }: StripProps) {
  const percent = (ms: number) => `${(100 * (ms - beganMs)) / (endMs - beganMs)}%`
  const spans = spansOf(turns, 'subscription', beganMs, endMs)
  const marks = turns.flatMap(({ kind, event, at }) => {
    if (kind !== 'charge') return []
    if (event.type === 'charge.confirm') return [{ at, mark: 'made' }]
    return event.type === 'charge.attemptFailed' ? [{ at, mark: 'failed' }] : []
  })
  const words = spans.map(({ state, fromMs }) => `${dayText(fromMs)} ${state}`).join(', ')
  return (
    <figure class="strip">
      <div class="spans" role="img" aria-label={`The states of the subscription: ${words}`}>
        {spans.map(({ state, fromMs, toMs }) => (
          <span
            key={fromMs}
            class={moodOf(state)}
            title={`${state}, ${dayText(fromMs)} to ${dayText(toMs)}`}
            ref={(element) => place(element, percent(fromMs), percent(beganMs + toMs - fromMs))}
          >
            {state}
          </span>
        ))}
      </div>
      <div class="marks" aria-hidden="true">
        {marks.map(({ at, mark }, index) => (
          <span
            key={index}
            class={mark}
            title={`${mark === 'made' ? 'charged' : 'an attempt failed'}, ${dayText(Date.parse(at))}`}
            ref={(element) => place(element, percent(Date.parse(at)), null)}
          />
        ))}
      </div>
      <figcaption>
        {dayText(beganMs)} to {dayText(endMs)}. <span class="key made" /> charged{' '}
        <span class="key failed" /> an attempt failed
      </figcaption>
    </figure>
  )
}

/** Set by script: the page's policy allows no style in attributes. */
function place(element: HTMLElement | null, left: string, width: string | null): void {
  if (!element) return
  element.style.left = left
  if (width !== null) element.style.width = width
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** What is simulated happens in no reader's zone. */
export const minuteText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`
