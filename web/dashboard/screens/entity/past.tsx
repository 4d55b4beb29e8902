/**
 * Shows something as it was after a turn: its diagram, what could be done, what was to come, what was asked, its data.
 */
import type { TurnShown } from '../../../api/dashboard.generated.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ReadGate } from '../../parts/read-gate.tsx'
import { inWords, spaced, Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { Conditions } from './conditions.tsx'
import { Diagram } from './diagram.tsx'
import { type EntityName, pathOf } from './entity-view.ts'
import { RawData } from './raw-data.tsx'
import { phrase } from '../../phrase.ts'

type Props = {
  name: EntityName
  seq: number
  isNow: boolean
  /** The story, which stays while another turn is read. */
  children: ComponentChildren
}

/** A hand that drags the slider passes many turns; only one where it rests is read. */
const restsAfterMs = 150

export function Past({ name, seq, isNow, children }: Props) {
  const resting = useResting(seq)
  const { reading, readAgain } = useRead<TurnShown>(pathOf(name, `/turns/${resting}`), {
    kinds: isNow ? [name.kind] : [],
  })
  return (
    <ReadGate reading={reading} readAgain={readAgain}>
      {(turn) => (
        <>
          <Diagram name={name} turn={turn} />
          <div class="life-columns">
            {children}
            <div class="past">
              <h3>After this turn</h3>
              <p class="past-state">
                <Status name={turn.state.status} />
                {turn.state.phase && <span class="hint">{spaced(turn.state.phase)}</span>}
              </p>
              {turn.gap && (
                <p class="note warning">{phrase`How it was then cannot be shown: ${turn.gap}.`}</p>
              )}
              <Then turn={turn} />
              <details>
                <summary>What was asked</summary>
                <Conditions conditions={turn.conditions} />
              </details>
              <RawData name={name} turn={turn} />
            </div>
          </div>
        </>
      )}
    </ReadGate>
  )
}

function Then({ turn: { actions, timers } }: { turn: TurnShown }) {
  return (
    <dl class="facts">
      <div>
        <dt>What could be done then</dt>
        <dd>
          {actions.length > 0 ? actions.map(inWords).join(', ') : 'Nothing could be done then.'}
        </dd>
      </div>
      {timers.map(({ timer, what, at }) => (
        <div key={timer}>
          <dt>{what}</dt>
          <dd>
            <When at={at} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useResting(seq: number): number {
  const [resting, setResting] = useState(seq)
  useEffect(() => {
    const timer = setTimeout(() => setResting(seq), restsAfterMs)
    return () => clearTimeout(timer)
  }, [seq])
  return resting
}
