/** Commands of people who are not in the dashboard yet, and about themselves. */
import { useState } from 'preact/hooks'
import type { DashboardClient } from '../api/client.ts'
import type { ApiProblem, ServiceAway } from '../api/problem.ts'
import type { CommandState } from '../use-command.ts'

/** `path` follows `/dashboard/api`; resolves with null where it failed, which `state` then tells. */
export function useOwnCommand(client: DashboardClient): {
  state: CommandState
  send: <T>(path: string, body: object) => Promise<T | null>
} {
  const [state, setState] = useState<CommandState>({ step: 'idle' })
  const send = async <T>(path: string, body: object): Promise<T | null> => {
    if (state.step === 'sending') return null
    setState({ step: 'sending' })
    try {
      const answer = await client.send<T>({ method: 'POST', path, body })
      setState({ step: 'idle' })
      return answer ?? ({} as T)
    } catch (error) {
      setState({ step: 'failed', error: error as ApiProblem | ServiceAway })
      return null
    }
  }
  return { state, send }
}
