/**
 * Builds the one statement that writes a batch of turns. It writes snapshots by compare-and-set on
 * the revision, except of actors whose messages the outbox does not hold; then, for the actors that
 * were written, journal, outbox and timers. One round trip, one commit. Its text depends only on
 * which parts a batch has, so that Postgres plans each shape once.
 */
import { type ActorKind, codeOfKinds } from '../../shared/stored-actor.ts'
import { bigintArray, integerArray, textArray } from '../binary-array.ts'
import type { Batch } from '../../core/turn/turn-rows.ts'
import {
  type Column,
  type PlaceOf,
  addRepeats,
  actorRows,
  armTimers,
  armedRows,
  cancelTimers,
  cancelledRows,
  consumedRows,
  deleteConsumed,
  auditedRows,
  insertActors,
  insertAudited,
  insertJournal,
  insertOutbox,
  journalRows,
  outboxRows,
  repeatedTurns,
  reservedRows,
  unfoundedActors,
  unreservedActors,
  updateActors,
  wonActors,
} from './turn-writes.ts'

export type Statement = { name: string; text: string; values: Buffer[] }

/** Builds the statement of a batch, which returns the places, from 1, of the actors that it has written. */
export function turnStatement(batch: Batch): Statement {
  const updated = kindsOf(batch, (readRevision) => readRevision > 0)
  const inserted = kindsOf(batch, (readRevision) => readRevision === 0)
  const placeOf = placesOf(batch)
  const parts = new Parts()
  const areConsumed = batch.consumed.length > 0
  const areReserved = batch.reserved.length > 0
  const isGuarded = areConsumed || areReserved
  parts.add('a', actorRows(batch))
  const hasRepeats = batch.journal.some(({ isRepeat }) => isRepeat)
  parts.add('j', journalRows(batch, placeOf, hasRepeats))
  if (areConsumed) parts.add('c', consumedRows(batch, placeOf))
  if (areReserved) parts.add('k', reservedRows(batch, placeOf))
  const unfounded = [areConsumed && unfoundedActors, areReserved && unreservedActors]
  if (isGuarded)
    parts.cte('unfounded', unfounded.filter(Boolean).join(' union all '), 'materialized ')
  for (const kind of updated) parts.cte(`u_${kind}`, updateActors(kind, isGuarded))
  for (const kind of inserted) parts.cte(`n_${kind}`, insertActors(kind, isGuarded))
  parts.cte('won', wonActors(updated, inserted))
  if (hasRepeats) parts.cte('f', repeatedTurns)
  // Rows that are stored already are changed before others are added: Citus makes a statement of each part, and those
  // see each other.
  if (hasRepeats) parts.cte('w_f', addRepeats)
  parts.cte('w_j', insertJournal(hasRepeats))
  if (areConsumed) parts.cte('w_c', deleteConsumed('c'))
  if (batch.outbox.length) parts.add('o', outboxRows(batch, placeOf), insertOutbox)
  if (batch.audited.length) parts.add('d', auditedRows(batch, placeOf), insertAudited)
  if (batch.armed.length) parts.add('t', armedRows(batch, placeOf), armTimers)
  if (batch.cancelled.length) parts.add('x', cancelledRows(batch, placeOf), cancelTimers)
  return {
    name: `turns-${codeOfKinds(updated)}-${codeOfKinds(inserted)}-${parts.names}${hasRepeats ? 'f' : ''}`,
    text: `with ${parts.text} select n from won`,
    values: parts.values,
  }
}

/** Collects common table expressions and the array parameters that they unnest. */
class Parts {
  values: Buffer[] = []
  #ctes: string[] = []
  #names: string[] = []

  get text(): string {
    return this.#ctes.join(',\n')
  }

  get names(): string {
    return this.#names.join('')
  }

  cte(name: string, sql: string, how = ''): void {
    this.#ctes.push(`${name} as ${how}(${sql})`)
  }

  /** Unnests columns as the table `name`, and writes from it. */
  add(name: string, columns: Column[], write?: (table: string) => string): void {
    const parameters = columns.map(({ type, values }) => {
      this.values.push(encode(type, values))
      return `$${this.values.length}::${type}[]`
    })
    const names = columns.map((column) => column.name).join(', ')
    this.cte(name, `select * from unnest(${parameters.join(', ')}) as t(${names})`)
    if (write) this.cte(`w_${name}`, write(name))
    this.#names.push(name)
  }
}

function encode(type: Column['type'], values: string[] | number[]): Buffer {
  if (type === 'text') return textArray(values as string[])
  return type === 'integer' ? integerArray(values as number[]) : bigintArray(values as number[])
}

/** Finds the places by text keys once, so that Postgres joins on integers. */
function placesOf({ actors }: Batch): PlaceOf {
  const places = new Map(actors.map(({ actor }, index) => [`${actor.kind}/${actor.id}`, index + 1]))
  return (kind, id) => places.get(`${kind}/${id}`)!
}

function kindsOf(batch: Batch, isWanted: (readRevision: number) => boolean): ActorKind[] {
  const kinds = batch.actors.filter(({ readRevision }) => isWanted(readRevision))
  return [...new Set(kinds.map(({ actor }) => actor.kind))].sort()
}
