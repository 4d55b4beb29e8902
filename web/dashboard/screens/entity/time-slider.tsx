/** Moves through the turns of something, by dragging, by arrow keys, or a step at a time. */
import type { TurnOfStory } from '../../../api/dashboard.generated.ts'
import { writeMoments } from '../../../../src/core/story/moments.ts'
import { writeShortMoment } from '../../../messages/moments.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { Told } from '../../../parts/told.tsx'
import { When } from '../../parts/when.tsx'
import { phrase } from '../../phrase.ts'

type Props = {
  /** The first of its turns that can be shown, and its last one. */
  first: number
  turns: number
  seq: number
  /** Unknown while it stands on an earlier page of the story. */
  turn: TurnOfStory | undefined
  onChoose: (seq: number) => void
}

export function TimeSlider({ first, turns, seq, turn, onChoose }: Props) {
  const sentence = useWritten(turn?.sentence ?? '')
  const step = (to: number, label: string, path: string) => (
    <button
      type="button"
      class="quiet icon-only"
      aria-label={label}
      disabled={to < first || to > turns || to === seq}
      onClick={() => onChoose(to)}
    >
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
  return (
    <div class="time-slider">
      <div class="time-slider-row">
        {step(first, 'First turn', 'M15 5l-5 5 5 5M5.5 5v10')}
        {step(seq - 1, 'Turn before', 'M12.5 5l-5 5 5 5')}
        <input
          type="range"
          min={first}
          max={turns}
          step={1}
          value={seq}
          aria-label="What happened"
          aria-valuetext={phrase`Turn ${seq} of ${turns}: ${sentence}`}
          onInput={(event) => onChoose(event.currentTarget.valueAsNumber)}
        />
        {step(seq + 1, 'Turn after', 'M7.5 5l5 5-5 5')}
        {step(turns, 'As it is now', 'M5 5l5 5-5 5M14.5 5v10')}
      </div>
      <p>
        <strong>{phrase`Turn ${seq} of ${turns}`}</strong>
        {turn && (
          <>
            {' · '}
            <span class="hint">
              <When at={turn.at} />
            </span>
          </>
        )}
      </p>
      <p>{turn && <Told text={turn.sentence} />}</p>
    </div>
  )
}

/** A sentence as screen readers say it. */
function useWritten(sentence: string): string {
  const { locale } = useSpeech()
  return writeMoments(sentence, (iso) => writeShortMoment(iso, locale))
}
