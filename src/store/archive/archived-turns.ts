/**
 * Reads turns wherever they are: in the journal, and those of months that were archived in files. Both are one
 * source to the statement.
 */
import { z } from 'zod'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { readArchived } from './archive.ts'
import { readBoth } from './read-both.ts'

type Actor = Pick<StoredActor, 'kind' | 'id'>

/**
 * A statement over turns: `turns` is the source of its text, and its own values come from $2 on. Whom it reads, it says
 * by values, also where it joins: a join alone makes Postgres read all of the journal.
 */
export type OfTurns = { text: (turns: string) => string; values: unknown[] }

const columns = [
  'kind text',
  'entity_id text',
  'revision int',
  'message_id text',
  'merchant_id text',
  'network text',
  'event jsonb',
  'from_state text',
  'to_state text',
  'cause jsonb',
  'at timestamptz',
]
const names = columns.map((column) => column.split(' ')[0]).join(', ')
const turns = `(select ${names} from journal_turn
  union all select ${names} from jsonb_to_recordset($1::jsonb) as archived(${columns.join(', ')}))`

/** Reads from the turns of some actors; the statement names them itself. */
export async function queryTurns<Row extends object>(
  database: Pick<Database, 'pool' | 'archive'>,
  actors: readonly Actor[],
  { text, values }: OfTurns,
): Promise<Row[]> {
  const { rows } = await readBoth<Actor[], object[], Row>(database, 'journal', {
    select: (archived) => ({
      text: text(turns),
      values: [JSON.stringify(archived ?? []), ...values],
    }),
    missing: (firstValue) => selectArchived(actors, firstValue),
    readFiles: (files, missing) => readArchivedTurns(database, missing, files),
  })
  return rows
}

async function readArchivedTurns(
  { archive }: Pick<Database, 'archive'>,
  actors: readonly Actor[],
  files: string[],
): Promise<object[]> {
  const archived = []
  for (const actor of actors) archived.push(...(await readTurns(archive, files, actor)))
  return archived
}

/** Selects those of which the journal does not hold the first turn. */
const selectArchived = (actors: readonly Actor[], firstValue: number) => ({
  text: `(select jsonb_agg(jsonb_build_object('kind', kind, 'id', id))
    from unnest($${firstValue}::text[], $${firstValue + 1}::text[]) as asked(kind, id)
    where (select revision from journal where journal.kind = asked.kind and entity_id = asked.id
      order by revision limit 1) is distinct from 1)`,
  values: [actors.map(({ kind }) => kind), actors.map(({ id }) => id)],
})

const Repeat = z.looseObject({
  revision: z.int(),
  messageId: z.string(),
  fromState: z.string(),
  toState: z.string(),
})
const Row = z.looseObject({
  kind: z.string(),
  entity_id: z.string(),
  repeats: z.array(Repeat).nullable(),
})

async function readTurns(
  archive: Database['archive'],
  files: string[],
  { kind, id }: Actor,
): Promise<object[]> {
  const key = `${kind} ${id}`
  const rows = z.array(Row).parse(await readArchived({ archive, files, from: key, to: key }))
  return rows
    .filter((row) => row.kind === kind && row.entity_id === id)
    .flatMap(({ repeats, ...row }) => [row, ...(repeats ?? []).map((one) => asTurn(row, one))])
}

/** A try that was a part of another turn's row, as the view `journal_turn` gives it. */
const asTurn = (
  row: object,
  { messageId, fromState, toState, ...repeat }: z.infer<typeof Repeat>,
): object => ({
  ...row,
  ...repeat,
  message_id: messageId,
  from_state: fromState,
  to_state: toState,
})
