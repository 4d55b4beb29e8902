/** Shows what the service refused, in its own words, which say what to do next. */
import { AlertIcon } from '../../parts/icons.tsx'
import { ApiProblem, isOfField } from '../api/problem.ts'
import { useDashboardIfAny } from '../context.ts'
import type { CommandState } from '../use-command.ts'
import { Link } from './links.tsx'
import { phrase } from '../phrase.ts'
import { Told } from '../../parts/told.tsx'

type Props = {
  problem: ApiProblem
  /** The fields beside which it stands what is wrong with them: nothing is told twice. */
  told?: readonly string[]
}

export function ProblemNote({ problem, told = [] }: Props) {
  const { fields = [] } = problem.details
  const untold = fields.filter(({ path }) => !told.some((name) => isOfField(path, name)))
  if (fields.length > 0 && untold.length === 0) return null
  return (
    <div class="note danger" role="alert">
      <AlertIcon />
      <div>
        {untold.length === fields.length && (
          <p>
            <Told text={problem.message} />
          </p>
        )}
        {untold.length > 0 && (
          <ul class="fields">
            {untold.map(({ path, message }) => (
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
export function CommandNote({ state, told }: { state: CommandState; told?: readonly string[] }) {
  if (state.step !== 'failed') return null
  if (state.error instanceof ApiProblem)
    return <ProblemNote problem={state.error} {...(told && { told })} />
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
