/** The turns in sentences, the newest first; each shows how it was then. */
import type { TurnOfStory } from '../../../api/dashboard.generated.ts'
import { Told } from '../../../parts/told.tsx'
import { When } from '../../parts/when.tsx'
import type { KeptFrom } from './entity-view.ts'

type Props = {
  turns: TurnOfStory[]
  seq: number
  keptFrom: KeptFrom
  onChoose: (seq: number) => void
  /** Loads the turns before these, if there are any. */
  onOlder?: () => void
}

export function Story({ turns, seq, keptFrom, onChoose, onOlder }: Props) {
  return (
    <div class="story">
      <h3>Story</h3>
      <ol reversed start={turns[0]?.seq ?? 1}>
        {turns.map((turn) => (
          <li key={turn.seq}>
            <button
              type="button"
              class="story-turn"
              aria-current={turn.seq === seq ? 'step' : undefined}
              onClick={() => onChoose(turn.seq)}
            >
              <span>
                <Told text={turn.sentence} />
              </span>
              <span class="hint">
                <When at={turn.at} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {onOlder && (
        <button type="button" class="quiet" onClick={onOlder}>
          Earlier turns
        </button>
      )}
      {keptFrom && !onOlder && (
        <p class="hint">Kept from {keptFrom.month} on; earlier months are kept elsewhere.</p>
      )}
    </div>
  )
}
