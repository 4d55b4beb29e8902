/** The diagram of a machine, moved so that where something is, or was, can be seen. */
import type { TurnShown } from '../../../api/dashboard.generated.ts'
import { useEffect, useRef } from 'preact/hooks'
import { sayName } from './entity-words.ts'
import { useDashboard } from '../../context.ts'
import { type EntityName, pathOf } from './entity-view.ts'
import { findLitPlace } from './lit-place.ts'
import { phrase } from '../../phrase.ts'

type Props = { name: EntityName; turn: TurnShown }

export function Diagram({ name, turn: { seq, state } }: Props) {
  const { network } = useDashboard()
  const frame = useRef<HTMLDivElement>(null)
  const where = state.phase ? `${state.status}, ${state.phase}` : state.status
  const label = phrase`The states of a ${sayName(name.kind).toLowerCase()}; it was ${where} after turn ${seq}.`
  const address = `/dashboard/api/${network}${pathOf(name, `/diagram.svg?turn=${seq}`)}`
  useEffect(() => {
    const leaving = new AbortController()
    void bringIntoView(address, frame.current!, leaving.signal)
    return () => leaving.abort()
  }, [address])
  const place = state.phase ? `${state.status}.${state.phase}` : state.status
  return (
    <>
      <div class="diagram" tabIndex={0} role="group" aria-label="Diagram" ref={frame}>
        <img src={address} alt={label} />
      </div>
      <p class="hint">
        <a href={`/machines/${name.kind}/${place}`} target="_blank" rel="noopener">
          {phrase`What can happen in ${place}, and in every other state`}
        </a>
      </p>
    </>
  )
}

async function readDrawing(address: string, signal: AbortSignal): Promise<string | null> {
  const answer = await fetch(address, { signal })
  return answer.ok ? answer.text() : null
}

/** A picture tells nobody where its lit state is, so its text is read as well. */
async function bringIntoView(address: string, frame: HTMLDivElement, signal: AbortSignal) {
  const drawing = await readDrawing(address, signal).catch(() => null)
  const place = drawing && findLitPlace(drawing)
  const image = frame.querySelector('img')
  if (!place || !image || signal.aborted) return
  await image.decode().catch(() => null)
  const scale = image.clientWidth / place.width
  frame.scrollTo({
    left: place.x * scale - frame.clientWidth / 2,
    top: place.y * scale - frame.clientHeight / 2,
  })
}
