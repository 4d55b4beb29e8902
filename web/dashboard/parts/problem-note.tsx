/** What the service refused, in its own words, which say what to do next. */
import { say } from '../../messages/dashboard/shell-words.ts'
import { AlertIcon } from '../../parts/icons.tsx'
import { ApiProblem } from '../api/problem.ts'
import type { CommandState } from '../use-command.ts'

export function ProblemNote({ problem }: { problem: ApiProblem }) {
  const { fields = [] } = problem.details
  return (
    <div class="note danger" role="alert">
      <AlertIcon />
      <div>
        <p>{problem.message}</p>
        {fields.length > 0 && (
          <ul class="fields">
            {fields.map(({ path, message }) => (
              <li key={path}>
                <code>{path}</code>: {message}
              </li>
            ))}
          </ul>
        )}
        <p class="hint">{say('code', { code: problem.code })}</p>
      </div>
    </div>
  )
}

/** Why a command failed; nothing while it has not. */
export function CommandNote({ state }: { state: CommandState }) {
  if (state.step !== 'failed') return null
  if (state.error instanceof ApiProblem) return <ProblemNote problem={state.error} />
  return (
    <div class="note warning" role="alert">
      <AlertIcon />
      <p>{say('notSent')}</p>
    </div>
  )
}
