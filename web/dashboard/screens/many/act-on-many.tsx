/** Acts on all rows that the filters in the address let through: looked at first, then done, with its progress. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { say } from './command-words.ts'
import { useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/forms.tsx'
import { Link } from '../../parts/links.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { spaced } from '../../parts/status.tsx'
import { filterOf } from '../../parts/totals.tsx'
import { useAddressQuery } from '../../use-address-query.ts'
import { useCommand } from '../../use-command.ts'
import { Progress } from './progress.tsx'
import { type Job, type Preview, rightsOfLists } from './job-view.ts'
import { counted, phrase } from '../../phrase.ts'

const commands = {
  subscriptions: ['pause', 'unpause', 'cancel'],
  deliveries: ['resend'],
} as const
const consequences = {
  pause: 'runPause',
  unpause: 'runUnpause',
  cancel: 'runCancel',
  resend: 'runResend',
} as const
type Name = keyof typeof consequences
type Props = {
  list: keyof typeof commands
  /** The names of the filters that the list knows. */
  known: readonly string[]
}

export function ActOnMany({ list, known }: Props) {
  const [isOpen, setOpen] = useState(false)
  const mayAct = useRight(rightsOfLists[list])
  const { query } = useAddressQuery()
  if (!mayAct) return null
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Act on all that match
      </button>
      {isOpen && (
        <Dialog title="Act on all that match" onClose={() => setOpen(false)}>
          <Steps list={list} filter={filterOf(query, known).slice(1)} />
        </Dialog>
      )}
    </>
  )
}

function Steps({ list, filter }: { list: Props['list']; filter: string }) {
  const [name, setName] = useState<Name>(commands[list][0])
  const [preview, setPreview] = useState<Preview | null>(null)
  const [job, setJob] = useState<Job | null>(null)
  // One key for all tries to begin what was looked at: twice is once.
  const key = useMemo(() => crypto.randomUUID(), [preview])
  const { state, send, forget } = useCommand()
  const path = `/${list}/act-on-many`
  useEffect(() => {
    setPreview(null)
    forget()
  }, [name])
  const look = async () => {
    const body = { command: name, filter }
    setPreview(await send<Preview>({ method: 'POST', path: `${path}/preview`, body }))
  }
  const run = async () => {
    const body = { command: name, filter, expected: preview!.can, key }
    setJob(await send<Job>({ method: 'POST', path, body }))
  }
  if (job) return <Progress id={job.id} />
  const isSending = state.step === 'sending'
  return (
    <div class="dialog-body">
      <p class="hint">First you see how many take it. Nothing happens before you confirm.</p>
      <p>Filter: {filter === '' ? 'everything' : <code>{filter}</code>}</p>
      <SelectField
        label="What to do"
        value={name}
        options={commands[list].map((value) => ({ value, label: say(value) }))}
        onValue={(value) => setName(value as Name)}
      />
      {preview && <Seen preview={preview} name={name} />}
      <CommandNote state={state} />
      <footer class="buttons">
        <Link to="/act-on-many" class="quiet">
          Earlier ones
        </Link>
        <Next name={name} preview={preview} isSending={isSending} onLook={look} onRun={run} />
      </footer>
    </div>
  )
}

type NextProps = {
  name: Name
  preview: Preview | null
  isSending: boolean
  onLook: () => Promise<void>
  onRun: () => Promise<void>
}

/** Looks first, and acts once there is somebody to act on. */
function Next({ name, preview, isSending, onLook, onRun }: NextProps) {
  const mayRun = preview !== null && preview.can > 0
  const doing = isSending ? 'Counting…' : 'Look at what it would do'
  return (
    <button
      type="button"
      class={`strong ${mayRun && name === 'cancel' ? 'danger' : ''}`}
      aria-disabled={isSending}
      onClick={() => void (mayRun ? onRun() : onLook())}
    >
      {mayRun ? `${say(name)}: ${phrase`Do it to ${preview.can}`}` : doing}
    </button>
  )
}

function Seen({ preview: { matches, can, cannot }, name }: { preview: Preview; name: Name }) {
  return (
    <div role="status">
      <p>
        {counted(matches, '{count} matches.', '{count} match.')}{' '}
        <strong>{counted(can, '{count} takes it now.', '{count} take it now.')}</strong>
      </p>
      {cannot.length > 0 && (
        <ul class="fields">
          {cannot.map(({ status, phase, count }) => (
            <li key={`${status} ${phase}`}>
              {say('cannotTake', { count, state: spaced(phase ? `${status}, ${phase}` : status) })}
            </li>
          ))}
        </ul>
      )}
      {can > 0 && <p>{say(consequences[name])}</p>}
    </div>
  )
}
