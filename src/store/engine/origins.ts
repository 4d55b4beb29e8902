/**
 * The origins of messages: those that a turn has consumed already, and the outbox rows of the others.
 * One query reads both, because the commit that writes the journal deletes the outbox row.
 */
import type { QueryResult } from 'pg'
import type { Message } from '../../shared/message.ts'
import { textArray } from '../binary-array.ts'
import type { Database } from '../database.ts'

type OutboxMessage = Pick<
  Message,
  'kind' | 'entityId' | 'merchantId' | 'network' | 'event' | 'cause'
>

export class Origins {
  readonly #asked: Set<string>
  readonly #consumed = new Set<string>()
  readonly #rows = new Map<string, OutboxMessage>()

  constructor(asked: Message[], found: FoundOrigin[]) {
    this.#asked = new Set(asked.map(({ id }) => id))
    for (const { id, row } of found)
      if (row) this.#rows.set(id, row)
      else this.#consumed.add(id)
  }

  isConsumed({ id }: Message): boolean {
    return this.#consumed.has(id)
  }

  /** Whether the message claims to be from the outbox, and none was found when the outbox was read. */
  isUnfounded(message: Message): boolean {
    return isFromOutbox(message) && this.#asked.has(message.id) && !this.rowOf(message)
  }

  /** Returns the outbox row with the id of this message, if it is for the same actor. */
  rowOf(message: Message): OutboxMessage | undefined {
    const row = this.#rows.get(message.id)
    const isOfActor =
      row?.kind === message.kind &&
      row.entityId === message.entityId &&
      row.merchantId === message.merchantId &&
      row.network === message.network
    return isOfActor ? row : undefined
  }
}

type FoundOrigin = { id: string; row: OutboxMessage | null }

const isFromOutbox = (message: Message): boolean => message.isFromOutbox === true

/**
 * Whether a row that is asked for by its id is a message's. Said like this, the index of those that wait is no way to it,
 * however empty the outbox is believed to be: decision 0163.
 */
export const isMessage = (row: string): string => `${row}.channel || '' = 'actor'`

/** Whether a delivery has consumed a message by a turn that only tried again. `told` has the columns `id` and `entity_id`. */
export const isAmongRepeats = (told: string): string => `exists (
  select 1 from journal tried where tried.kind = 'delivery' and tried.entity_id = ${told}.entity_id
    and tried.repeats @> jsonb_build_array(jsonb_build_object('messageId', ${told}.id)))`

export async function findOrigins({ pool }: Database, messages: Message[]): Promise<Origins> {
  if (!messages.length) return new Origins([], [])
  const deliveries = messages.filter(({ kind }) => kind === 'delivery')
  const idsOf = (some: Message[]) => textArray(some.map(({ id }) => id))
  const { rows }: QueryResult<FoundOrigin> = await pool.query({
    name: 'find-origins',
    text: `select message_id as id, null::json as row from journal where message_id = any($1::text[])
      union all
      select told.id, null from unnest($3::text[], $4::text[]) as told(id, entity_id)
      where ${isAmongRepeats('told')}
      union all
      select id, json_build_object('kind', kind, 'entityId', entity_id, 'merchantId', merchant_id,
        'network', network, 'event', payload, 'cause', cause)
      from outbox where id = any($2::text[]) and ${isMessage('outbox')}`,
    values: [
      idsOf(messages),
      idsOf(messages.filter(isFromOutbox)),
      idsOf(deliveries),
      textArray(deliveries.map(({ entityId }) => entityId)),
    ],
  })
  return new Origins(messages, rows)
}
