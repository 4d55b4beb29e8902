/** Sends a command of the payer to the service: once at a time, and what it said is kept. */
import type { OwnSubscription } from '../api/session.generated.ts'
import { useState } from 'preact/hooks'
import type { SessionClient } from '../session/client.ts'

export type Commands = {
  run: (command: string, body?: object) => Promise<boolean>
  isRunning: boolean
  /** Names the command that failed, and why; null where the last one was done, or none was sent. */
  trouble: { command: string; error: unknown } | null
}

export function useCommands(
  client: SessionClient,
  { contractAddress }: Pick<OwnSubscription, 'contractAddress'>,
  onDone: () => void,
): Commands {
  const [isRunning, setRunning] = useState(false)
  const [trouble, setTrouble] = useState<Commands['trouble']>(null)
  const run = async (command: string, body: object = {}): Promise<boolean> => {
    if (isRunning) return false
    setRunning(true)
    setTrouble(null)
    try {
      await client.send(`/subscriptions/${contractAddress}/${command}`, body)
      return true
    } catch (error) {
      setTrouble({ command, error })
      return false
    } finally {
      setRunning(false)
      // Also after a refusal: it may be refused because it is done already.
      onDone()
    }
  }
  return { run, isRunning, trouble }
}
