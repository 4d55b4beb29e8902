/**
 * Reads turns wherever they are: in the journal, and those of months that were archived in files. Both are one
 * source to the statement, and one transaction, so that a month which is archived meanwhile is in one of them.
 */
import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { runInOneCommit } from '../commit.ts'
import type { Database } from '../database.ts'
import { listArchived, readArchived } from './archive.ts'

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
export function queryTurns<Row extends object>(
  { pool, archive }: Pick<Database, 'pool' | 'archive'>,
  actors: readonly Actor[],
  { text, values }: OfTurns,
): Promise<Row[]> {
  return runInOneCommit(pool, async (client) => {
    const archived = []
    for (const actor of await findArchived(client, actors))
      archived.push(...(await readTurns(archive, client, actor)))
    const { rows } = await client.query<Row>(text(turns), [JSON.stringify(archived), ...values])
    return rows
  })
}

/** Finds those of which the journal does not hold the first turn; it keeps all partitions until the commit. */
async function findArchived(client: PoolClient, actors: readonly Actor[]): Promise<Actor[]> {
  const { rows } = await client.query<Actor>({
    name: 'turns-archived',
    text: `select kind, id from unnest($1::text[], $2::text[]) as asked(kind, id)
      where (select revision from journal where journal.kind = asked.kind and entity_id = asked.id
        order by revision limit 1) is distinct from 1`,
    values: [actors.map(({ kind }) => kind), actors.map(({ id }) => id)],
  })
  return rows
}

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
  client: PoolClient,
  { kind, id }: Actor,
): Promise<object[]> {
  const files = await listArchived(client, 'journal')
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
