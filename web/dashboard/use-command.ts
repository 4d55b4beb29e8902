/** Gives one command at a time, and says what became of it. */
import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import type { Command } from './api/client.ts'
import type { ApiProblem, ServiceAway } from './api/problem.ts'
import { useDashboard } from './context.ts'
import { sendProven } from './proof/ask-proof.ts'

/** `consequence`: what it does, for the window that asks for a proof of it. */
type ToldCommand = Command & { consequence?: ComponentChildren }

export type CommandState =
  | { step: 'idle' }
  | { step: 'sending' }
  | { step: 'failed'; error: ApiProblem | ServiceAway }

/**
 * Sends one at a time: resolves with the answer, or null where it failed, which `state` then tells, or while
 * another is under way.
 */
export function useSending(): {
  state: CommandState
  sendOnce: <T>(send: () => Promise<T | undefined>) => Promise<T | null>
  forget: () => void
} {
  const [state, setState] = useState<CommandState>({ step: 'idle' })
  const sendOnce = async <T>(send: () => Promise<T | undefined>): Promise<T | null> => {
    if (state.step === 'sending') return null
    setState({ step: 'sending' })
    try {
      const answer = await send()
      setState({ step: 'idle' })
      return answer ?? ({} as T)
    } catch (error) {
      setState({ step: 'failed', error: error as ApiProblem | ServiceAway })
      return null
    }
  }
  const forget = useCallback(() => setState({ step: 'idle' }), [])
  return { state, sendOnce, forget }
}

/**
 * `path` of the command follows `/dashboard/api/{network}`, or `/dashboard/api` where it `isOwn`. Everything on the
 * page that is read with `useRead` is read again afterwards: the command may have moved any of it.
 */
export function useCommand(): {
  state: CommandState
  send: <T>(command: ToldCommand) => Promise<T | null>
  forget: () => void
} {
  const { client, network, live, askProof } = useDashboard()
  const { state, sendOnce, forget } = useSending()
  const send = <T>({ method, path, body, isOwn, consequence }: ToldCommand): Promise<T | null> =>
    sendOnce(async () => {
      const address = isOwn ? path : `/${network}${path}`
      const command = { method, path: address, ...(body && { body }) }
      try {
        return await sendProven<T>(client, command, (wanted) =>
          askProof({ ...wanted, consequence }),
        )
      } finally {
        live.tell(null)
      }
    })
  return { state, send, forget }
}
