/** How far a command to many is, read again until it has ended. */
import { useEffect } from 'preact/hooks'
import { say } from './command-words.ts'
import { useDashboard } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Status } from '../../parts/status.tsx'
import { useRead } from '../../use-read.ts'
import { type JobAndProblems, rightsOfLists } from './job-view.ts'
import { phrase } from '../../phrase.ts'

const readEveryMs = 700

export function Progress({ id }: { id: string }) {
  const { reading, readAgain } = useRead<JobAndProblems>(`/act-on-many/${encodeURIComponent(id)}`)
  const isRunning = reading.step === 'read' && reading.value.status === 'Running'
  const { identity, network } = useDashboard()
  const mayStop = ({ list }: JobAndProblems) =>
    identity.rights[network].includes(rightsOfLists[list])
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(readAgain, readEveryMs)
    return () => clearTimeout(timer)
  }, [reading, isRunning, readAgain])
  return (
    <ReadGate reading={reading} readAgain={readAgain}>
      {(job) => (
        <div class="dialog-body">
          <p role="status">
            <Status name={job.status} /> {phrase`${job.total - job.left} of ${job.total} done`}
          </p>
          <progress
            aria-label={say(job.command)}
            max={Math.max(1, job.total)}
            value={job.total - job.left}
          />
          <Refusals job={job} />
          {isRunning && mayStop(job) && (
            <CommandButton
              label="Stop"
              consequence={<p>What was done stays done; the rest is left alone.</p>}
              command={{ method: 'POST', path: `/${job.list}/act-on-many/${id}/stop` }}
            />
          )}
        </div>
      )}
    </ReadGate>
  )
}

function Refusals({ job: { list, refused, failed, problems } }: { job: JobAndProblems }) {
  if (problems.length === 0) return null
  return (
    <>
      <p>
        {refused > 0 && phrase`${refused} refused`} {failed > 0 && phrase`${failed} failed`}
      </p>
      <ul class="fields" aria-label="Those that did not take it">
        {problems.map(({ id, outcome, reason }) => (
          <li key={id}>
            <Link to={`/${list}/${id}`}>{id}</Link> {reason ?? outcome}
          </li>
        ))}
      </ul>
    </>
  )
}
