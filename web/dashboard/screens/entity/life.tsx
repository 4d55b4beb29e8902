/**
 * Shows what happened to something, and why: explained where something is wrong, turn by turn, as a story, with what
 * comes next and what belongs to it. One part for everything that keeps a journal of its turns.
 */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { useRead } from '../../use-read.ts'
import { Axis } from './axis.tsx'
import { type EntityName, pathOf } from './entity-view.ts'
import { Past } from './past.tsx'
import { Story } from './story.tsx'
import { TimeSlider } from './time-slider.tsx'
import { Timers } from './timers.tsx'
import { WhyNot } from './why-not.tsx'

const pageSize = 50

export function Life({ name }: { name: EntityName }) {
  const kinds = [name.kind]
  const [limit, setLimit] = useState(pageSize)
  const [chosen, choose] = useChosenTurn()
  const story = useRead<Answers['listTurns']>(pathOf(name, `/turns?limit=${limit}`), { kinds })
  return (
    <>
      <Section
        title="What happened"
        hint="Move through its turns: the picture, the data and the story show it as it was."
      >
        <ReadGate {...story}>
          {({ turns, keptFrom, page: { total } }) => {
            const first = Math.min(keptFrom?.seq ?? 1, total)
            const seq = Math.min(chosen ?? total, total)
            const turn = turns.find((one) => one.seq === seq)
            return (
              <div class="life card">
                <TimeSlider
                  first={first}
                  turns={total}
                  seq={seq}
                  turn={turn}
                  onChoose={(next) => choose(next === total ? null : next)}
                />
                <Past name={name} seq={seq} isNow={seq === total}>
                  <Story
                    turns={turns}
                    seq={seq}
                    keptFrom={keptFrom}
                    onChoose={(next) => choose(next === total ? null : next)}
                    {...(turns.length <= total - first && {
                      onOlder: () => setLimit(limit + pageSize),
                    })}
                  />
                </Past>
              </div>
            )
          }}
        </ReadGate>
      </Section>
      <Beside name={name} kinds={kinds} />
      <Axis name={name} />
    </>
  )
}

/** Its timers, and why it takes some commands not now. */
function Beside({ name, kinds }: { name: EntityName; kinds: EntityName['kind'][] }) {
  const explained = useRead<Answers['explainEntity']>(pathOf(name, '/explain'), { kinds })
  return (
    <ReadGate {...explained}>
      {({ at, explanation, commands }) => (
        <div class="life-beside">
          <Timers name={name} businessNow={at} known={explanation?.next ?? null} />
          {commands.length > 0 && <WhyNot name={name} commands={commands} />}
        </div>
      )}
    </ReadGate>
  )
}

/** The turn that is looked at stands in the address, so that a link shows it; null is how it is now. */
function useChosenTurn(): [number | null, (seq: number | null) => void] {
  const { path, query, route } = useLocation()
  const named = /^[1-9][0-9]{0,8}$/.test(query['turn'] ?? '') ? Number(query['turn']) : null
  const [chosen, setChosen] = useState(named)
  const waiting = useRef<ReturnType<typeof setTimeout>>()
  // A link to a turn was followed, or Back was pressed.
  useEffect(() => setChosen(named), [named])
  useEffect(() => () => clearTimeout(waiting.current), [])
  const choose = (seq: number | null) => {
    setChosen(seq)
    clearTimeout(waiting.current)
    const next = new URLSearchParams(query)
    if (seq === null) next.delete('turn')
    else next.set('turn', String(seq))
    const address = next.size > 0 ? `${path}?${next}` : path
    // A hand that drags the slider passes many turns; only where it rests belongs into the address.
    waiting.current = setTimeout(() => route(address, true), restsAfterMs)
  }
  return [chosen, choose]
}

const restsAfterMs = 300
