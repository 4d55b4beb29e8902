/**
 * Gives one command to many rows, each by its ordinary call, a few at once. The page does it: closing it stops it, and what
 * was done stays done. Each row has a key that outlives a reload, until every call was answered: none is commanded twice.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { forget, keep, recall } from '../../../browser/kept.ts'
import { newId } from '../../../browser/new-id.ts'
import type { Command, DashboardClient } from '../../api/client.ts'
import { ApiProblem, ServiceAway } from '../../api/problem.ts'
import { useDashboard } from '../../context.ts'
import { type AskProof, wantedProof } from '../../proof/ask-proof.ts'

/** A list answers so many at once. */
export const rowsMax = 1_000
/** So many calls are under way; others have the service, too. */
const commandsAtOnce = 4
/** A call is tried so often, if the service was asked too often or did not answer. */
const triesMax = 8
const betweenTriesMs = 1_000

export type Refused = { id: string; why: string | null }
export type Acting = {
  step: 'running' | 'stopped' | 'ended'
  total: number
  done: number
  /** `why` is null where the service did not answer, or failed: whether it was done is not known. */
  refused: Refused[]
}
/** `name`: of the run, the same after a reload. */
type Run = { name: string; ids: readonly string[]; pathOf: (id: string) => string }

export function useActing(): {
  acting: Acting | null
  start: (run: Run) => Promise<void>
  stop: () => void
} {
  const { client, network, live, askProof } = useDashboard()
  const [acting, setActing] = useState<Acting | null>(null)
  const isWanted = useRef(true)
  const stop = () => void (isWanted.current = false)
  useEffect(() => stop, [])
  const start = async ({ name, ids, pathOf }: Run): Promise<void> => {
    isWanted.current = true
    const runName = `many ${network} ${name}`
    const run = recall('sessionStorage', runName) ?? newId()
    keep('sessionStorage', runName, run)
    let known: Acting = { step: 'running', total: ids.length, done: 0, refused: [] }
    const note = (change: Partial<Acting>) => setActing((known = { ...known, ...change }))
    note({})
    const left = [...ids]
    const askOnce = onceAtATime(askProof)
    const work = async () => {
      for (
        let id = left.shift();
        id !== undefined;
        id = isWanted.current ? left.shift() : undefined
      ) {
        const path = `/${network}${pathOf(id)}`
        const sent = { method: 'POST', path, idempotencyKey: `${run} ${id}` } as const
        const why = await command(client, sent, {
          isWanted: () => isWanted.current,
          askProof: askOnce,
        })
        if (why === true) note({ done: known.done + 1 })
        else note({ refused: [...known.refused, { id, why }] })
      }
    }
    try {
      await Promise.all(Array.from({ length: commandsAtOnce }, work))
    } finally {
      live.tell(null)
    }
    // A call without an answer may have been done: it keeps its key for the next try.
    if (known.refused.every(({ why }) => why !== null)) forget('sessionStorage', runName)
    note({ step: left.length === 0 ? 'ended' : 'stopped' })
  }
  return { acting, start, stop }
}

/** However many commands want a proof at once, one is asked for. */
function onceAtATime(askProof: AskProof): AskProof {
  let asked: ReturnType<AskProof> | null = null
  return (wanted) => {
    asked ??= askProof(wanted).finally(() => (asked = null))
    return asked
  }
}

/** Resolves with true once it was accepted, or with why it was not; gives up where it is wanted no more. */
async function command(
  client: DashboardClient,
  sent: Command,
  { isWanted, askProof }: { isWanted: () => boolean; askProof: AskProof },
): Promise<Refused['why'] | true> {
  let isProven = false
  for (let tries = 1; ; tries++)
    try {
      await client.send(sent)
      return true
    } catch (error) {
      // Many cancellations ask who is there: in the midst of them, and once for all.
      const wanted = isProven ? null : wantedProof(error)
      if (wanted && isWanted() && (await askProof(wanted))) {
        isProven = true
        continue
      }
      const isRefused = error instanceof ApiProblem && !error.isPassing
      if (!isRefused && !(error instanceof ApiProblem || error instanceof ServiceAway)) throw error
      if (isRefused || tries === triesMax || !isWanted())
        return error instanceof ApiProblem && error.status < 500 ? error.message : null
      await new Promise((resolve) => setTimeout(resolve, betweenTriesMs))
    }
}
