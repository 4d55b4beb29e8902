/**
 * The turns of an actor, each with the actor as it was after it. What the journal has and this version of
 * the machine cannot decide in the same way is listed as the journal says it, and no more: no guess is
 * shown as what was.
 */
import { setImmediate as nextTick } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { errorText } from '../../../shared/errors.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { readJournal } from '../entities/journal.ts'
import {
  follow,
  isUpgrade,
  type PastTurn,
  type JournalledTurn,
} from '../../../core/story/replay.ts'

/** Turns that are read and replayed before others get their turn: 10 to 15 ms. */
const turnsAtOnce = 100
/** Turns that are replayed for one answer, some 3 s of one core; what comes later is only listed. */
const replayedTurnsMax = 20_000

/**
 * Replays the journal of an actor up to the turn at which it stands, and gives every turn from `from` on that the journal
 * has: those of months that are kept elsewhere are left out.
 */
export async function* replayTurns(
  database: Pick<Database, 'pool'>,
  actor: StoredActor,
  { from = 1, to = actor.revision }: { from?: number; to?: number } = {},
): AsyncGenerator<PastTurn> {
  let last: PastTurn | null = null
  let done = 0
  while (done < to) {
    const limit = Math.min(turnsAtOnce, to - done)
    const journal = await readJournal(database, actor, { after: done, limit })
    if (journal.length === 0) return
    for (const entry of journal) {
      if (entry.revision > to) return
      last = takeNext(last, entry, actor)
      if (entry.revision >= from) yield last
    }
    done = journal.at(-1)!.revision
    await nextTick()
  }
}

function takeNext(last: PastTurn | null, entry: JournalledTurn, stored: StoredActor): PastTurn {
  const turn = followOn(last, entry)
  if (entry.revision !== stored.revision) return turn
  // The stored actor is its state now, whatever the turns say.
  const { machineVersion } = stored
  const isAsStored = turn.after && isDeepStrictEqual({ ...turn.after, machineVersion }, stored)
  return isAsStored ? turn : { ...turn, after: stored, gap: turn.gap ?? 'it was changed elsewhere' }
}

function followOn(last: PastTurn | null, entry: JournalledTurn): PastTurn {
  const before = last?.after ?? null
  const unknown = { ...entry, before, after: null, asked: [] }
  if (entry.revision > replayedTurnsMax)
    return { ...unknown, gap: `only the first ${replayedTurnsMax} turns are replayed` }
  if (!last && entry.revision > 1 && !isUpgrade(entry))
    return { ...unknown, gap: 'the turns before it are kept elsewhere' }
  if (last?.gap && !isUpgrade(entry)) return { ...unknown, gap: last.gap }
  try {
    const { actor, asked } = follow(before, entry)
    return { ...entry, before, after: actor, asked, gap: null }
  } catch (error) {
    return { ...unknown, gap: `another version of the machine decided it: ${errorText(error)}` }
  }
}
