/** Shows what the service refused, in its own words, which say what to do next. */
import { AlertIcon } from '../../parts/icons.tsx'
import { ApiProblem } from '../api/problem.ts'
import { useDashboardIfAny } from '../context.ts'
import type { CommandState } from '../use-command.ts'
import { Link } from './links.tsx'
import { phrase } from '../phrase.ts'
import { Told } from '../../parts/told.tsx'

export function ProblemNote({ problem }: { problem: ApiProblem }) {
  const { fields = [] } = problem.details
  return (
    <div class="note danger" role="alert">
      <AlertIcon />
      <div>
        <p>
          <Told text={problem.message} />
        </p>
        {fields.length > 0 && (
          <ul class="fields">
            {fields.map(({ path, message }) => (
              <li key={path}>
                <code translate={false}>{path}</code>: <Told text={message} />
              </li>
            ))}
          </ul>
        )}
        <p class="hint">
          {phrase`Code: ${problem.code}`} <RequestName problem={problem} />
        </p>
      </div>
    </div>
  )
}

/** Names the request, for whoever asks; a link to its line of the request log for those who may read that. */
function RequestName({ problem: { details, isLogged } }: { problem: ApiProblem }) {
  const dashboard = useDashboardIfAny()
  const { requestId } = details
  if (requestId === undefined) return null
  const mayLook = isLogged && dashboard?.identity.rights[dashboard.network].includes('inspect')
  return (
    <>
      Request:{' '}
      {mayLook ? (
        <Link to={`/requests/${encodeURIComponent(requestId)}`}>{requestId}</Link>
      ) : (
        <code translate={false}>{requestId}</code>
      )}
    </>
  )
}

/** Why a command failed; nothing while it has not. */
export function CommandNote({ state }: { state: CommandState }) {
  if (state.step !== 'failed') return null
  if (state.error instanceof ApiProblem) return <ProblemNote problem={state.error} />
  return (
    <div class="note warning" role="alert">
      <AlertIcon />
      <p>
        The service did not answer, so this may have been done or not. Look at the state above
        before you try again.
      </p>
    </div>
  )
}
