/**
 * Answers a what-if: a plan, a payer and a scenario, run by the machines of the service, in this page alone. Nothing is
 * sent anywhere and nothing is written; the address holds the question, so that it can be passed on.
 */
import { drawPage } from '../../browser/translated.ts'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { dayMs } from '../../../machines/durations.ts'
import { simulate } from '../../../src/core/simulating/simulate.ts'
import { AnswerColumn } from './answer.tsx'
import { type SimulatorDraft, type Draft, fromHash, nameOf, readDraft, toHash } from './draft.ts'
import { DraftForm } from './draft-form.tsx'
import { firstDraft } from './examples.ts'
import './simulator.css'

/** A pause that somebody wants at a moment is pressed a minute later: after what happens at it. */
const pressedAfterMs = 60_000

function Simulator({ first }: { first: Draft }) {
  const [draft, setDraft] = useState(first)
  const read = useMemo(() => readDraft(draft), [draft])
  const [asked, setAsked] = useState<SimulatorDraft | null>('asked' in read ? read.asked : null)
  useEffect(() => {
    history.replaceState(null, '', toHash(draft))
    if ('asked' in read) setAsked(read.asked)
  }, [draft])
  const pauseAt = (moment: number) => {
    const day = (moment + pressedAfterMs - (asked?.beganMs ?? moment)) / dayMs
    const onDay = String(Math.round(day * 1e4) / 1e4)
    const pause = { what: 'command', command: 'pause', by: 'merchant', onDay, untilDay: '' }
    setDraft({ ...draft, happenings: [...draft.happenings, pause] })
  }
  return (
    <>
      <DraftForm draft={draft} faults={'faults' in read ? read.faults : {}} onChange={setDraft} />
      {'faults' in read && (
        <p class="refused" role="status">
          What stands below is the last answer: something in the question is not right yet.
        </p>
      )}
      {asked && <Answers asked={asked} draft={draft} onPauseAt={pauseAt} />}
    </>
  )
}

type AnswersProps = { asked: SimulatorDraft; draft: Draft; onPauseAt: (moment: number) => void }

function Answers({ asked, draft, onPauseAt }: AnswersProps) {
  const { beganMs, questions } = asked
  const answers = useMemo(() => questions.map((one) => simulate(one, beganMs)), [asked])
  return (
    <div class="answers">
      {answers.map((answer, index) => (
        <AnswerColumn
          key={index}
          name={nameOf(draft.policies[index]!, index)}
          answer={answer}
          beganMs={beganMs}
          endMs={beganMs + questions[index]!.scenario.days * dayMs}
          onPauseAt={onPauseAt}
        />
      ))}
    </div>
  )
}

/** Begins in a place of the page, with what the address asks, or with the first example. */
export function offerSimulator(place: Element): void {
  const today = new Date().toISOString().slice(0, 10)
  const first = fromHash(location.hash) ?? firstDraft(today)
  place.replaceChildren()
  drawPage(<Simulator first={first} />, place)
}
