/** The journal of an actor, as the dashboard shows it, and as a model of it has it. */
import type { Cause } from '../../../../src/shared/message.ts'
import type { Modelled } from '../../store/model.ts'
import { knownCause } from './causes.ts'
import { type Dashboard } from './dashboard.ts'
import { eventuallyAfterARest } from './patience.ts'

export type Named = { entity: string; id: string; network?: 'test' | 'main' }
/** `cause` is what of it is known beforehand. */
export type JournalTurn = { event: string; from: string; to: string; cause: object }

type History = {
  entries: { event: string; from: string; to: string; cause: Cause }[]
  page: { total: number }
}

const entriesMax = 1_000

/** Reads it, the first turn first; waits until it has so many turns. */
export async function readJournal(
  dashboard: Dashboard,
  { entity, id, network = 'test' }: Named,
  turnsMin = 0,
): Promise<JournalTurn[]> {
  const path = `/${network}/${entity}/${encodeURIComponent(id)}/history?limit=${entriesMax}`
  let seen: JournalTurn[] = []
  const read = async (): Promise<boolean> => {
    const { status, body } = await dashboard.call('GET', path)
    // Before its first turn there is nothing of this name.
    if (status !== 200) return turnsMin === 0
    seen = (body as History).entries.toReversed().map(({ event, from, to, cause }) => ({
      event,
      from,
      to,
      cause: knownCause(cause),
    }))
    return seen.length >= turnsMin
  }
  // If they do not come, the comparison says what is missing.
  await eventuallyAfterARest(`${turnsMin} turns of ${entity}/${id}`, read).catch(() => {})
  return seen
}

/** The same of a model. */
export const turnsOf = (turns: readonly Modelled[]): JournalTurn[] =>
  turns.map(({ stored: { journal } }) => ({
    event: journal.event.type,
    from: journal.fromState,
    to: journal.toState,
    cause: knownCause(journal.cause),
  }))
