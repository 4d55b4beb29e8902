/** Shows how far a command to many is, who refused it and why, and its end. */
import { useEffect, useRef } from 'preact/hooks'
import { Link } from '../../parts/links.tsx'
import { phrase } from '../../phrase.ts'
import type { Acting, Refused } from './use-acting.ts'

/** Shows so many of those that refused it. */
const shownMax = 100

type Props = {
  acting: Acting
  list: string
  label: string
  onStop: () => void
  onClose: () => void
}

export function Progress({ acting, list, label, onStop, onClose }: Props) {
  const { step, total, done, refused } = acting
  const isRunning = step === 'running'
  const region = useRef<HTMLDivElement>(null)
  // The button that began it has gone, so the focus moves here.
  useEffect(() => region.current?.focus(), [])
  return (
    <div class="dialog-body" tabIndex={-1} ref={region}>
      {isRunning && (
        <p class="hint">
          This page gives the commands. Closing it stops them; what was done stays done.
        </p>
      )}
      <progress aria-label={label} max={Math.max(1, total)} value={done + refused.length} />
      <p>{phrase`${done} of ${total} done`}</p>
      <p role="status">{endOf(acting)}</p>
      <Refusals list={list} refused={refused} />
      <footer class="buttons">
        <button
          type="button"
          class={isRunning ? 'quiet' : 'strong'}
          onClick={isRunning ? onStop : onClose}
        >
          {isRunning ? 'Stop' : 'Close'}
        </button>
      </footer>
    </div>
  )
}

function endOf({ step, total, done }: Acting): string {
  if (step === 'running') return ''
  return step === 'ended'
    ? phrase`That is the end: ${done} of ${total} took it.`
    : phrase`Stopped: ${done} of ${total} took it, and the rest is left alone.`
}

function Refusals({ list, refused }: { list: string; refused: readonly Refused[] }) {
  if (refused.length === 0) return null
  return (
    <>
      <p>{phrase`${refused.length} did not take it`}</p>
      <ul class="fields" aria-label="Those that did not take it">
        {refused.slice(0, shownMax).map(({ id, why }) => (
          <li key={id}>
            <Link to={`/${list}/${id}`}>{id}</Link> {why ?? 'The service did not answer.'}
          </li>
        ))}
      </ul>
    </>
  )
}
