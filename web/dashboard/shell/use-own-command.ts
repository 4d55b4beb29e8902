/** Commands of people who are not in the dashboard yet, and about themselves. */
import type { DashboardClient } from '../api/client.ts'
import { type CommandState, useSending } from '../use-command.ts'

/** `path` follows `/dashboard/api`; resolves with null where it failed, which `state` then tells. */
export function useOwnCommand(client: DashboardClient): {
  state: CommandState
  send: <T>(path: string, body: object) => Promise<T | null>
} {
  const { state, sendOnce } = useSending()
  const send = <T>(path: string, body: object): Promise<T | null> =>
    sendOnce(() => client.send<T>({ method: 'POST', path, body }))
  return { state, send }
}
