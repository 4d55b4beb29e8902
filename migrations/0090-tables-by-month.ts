import { Migration } from '@mikro-orm/migrations'
import { lowestId } from '../src/shared/ids.ts'

type Moved = {
  table: string
  partitionBy: string
  /** What Postgres is to forget of the table that was, before it becomes a partition. */
  dropped: string[]
  /** What the partitioned table has, and with it each partition. */
  added: string[]
  /** What only the table that was has. */
  own: string[]
  boundAt: (at: Date) => string
}

const boundOfIds = (at: Date) => `'${lowestId(at)}'`

/** Named as those of the table that was, which has others by then. */
const moved: Moved[] = [
  {
    table: 'journal',
    partitionBy: 'at',
    dropped: ['journal_pkey', 'journal_message_id_unique'],
    added: [
      'alter table journal add primary key (kind, entity_id, revision, at)',
      `create index journal_failed_attempts on journal (merchant_id, network, at)
        where ((kind = 'charge'::text) and ((event ->> 'type'::text) = 'charge.attemptFailed'::text))`,
    ],
    own: ['create unique index on journal_before (message_id)'],
    boundAt: (at) => `'${at.toISOString()}'`,
  },
  {
    table: 'merchant_event',
    partitionBy: 'event_id text_pattern_ops',
    dropped: ['merchant_event_pkey'],
    added: [
      'alter table merchant_event add primary key (merchant_id, network, log_number, event_id)',
      'alter table merchant_event add constraint merchant_event_event_id_unique unique (event_id)',
      'create index merchant_event_merchant_id_network_resource_id_log_number_index on merchant_event (merchant_id, network, resource_id, log_number)',
      'create index merchant_event_merchant_id_network_event_type_log_number_index on merchant_event (merchant_id, network, event_type, log_number)',
      'create index merchant_event_list on merchant_event (merchant_id, network, at, event_id) include (event_type, log_number)',
    ],
    own: [],
    boundAt: boundOfIds,
  },
  {
    table: 'delivery',
    partitionBy: 'id text_pattern_ops',
    dropped: [],
    added: [
      'alter table delivery add primary key (id)',
      'create index delivery_event_id_index on delivery (event_id)',
      `create index delivery_on_its_way on delivery (lane, sequence) where (status = any (array['Pending'::text, 'Retrying'::text]))`,
      `create index delivery_waiting on delivery (endpoint_id, api_key, id) where (status = any (array['Pending'::text, 'Retrying'::text]))`,
      'create index delivery_merchant_id_network_resource_id_index on delivery (merchant_id, network, resource_id)',
      'create index delivery_list on delivery (merchant_id, network, created_at, id) include (status, event_type, api_key)',
      'create index delivery_by_kind on delivery (merchant_id, network, status, event_type, api_key)',
    ],
    own: [],
    boundAt: boundOfIds,
  },
]

/**
 * Partitions by month what grows with what happens. What is there already becomes the first partition, up to
 * the end of the month of its last row; in a new database there is none yet.
 */
export class Migration0090 extends Migration {
  override async up(): Promise<void> {
    const until = await this.#endOfWhatIsThere()
    this.addSql('drop view journal_turn')
    for (const one of moved) this.#move(one, until)
    this.addSql(`create view journal_turn as
      select kind, entity_id, revision, message_id, merchant_id, network, event, from_state, to_state, cause, at
      from journal
      union all
      select j.kind, j.entity_id, r.revision, r."messageId", j.merchant_id, j.network, r.event, r."fromState",
        r."toState", r.cause, r.at
      from journal j cross join lateral jsonb_to_recordset(j.repeats) as r(revision int, "messageId" text,
        event jsonb, "fromState" text, "toState" text, cause jsonb, at timestamptz)
      where j.repeats is not null`)
    this
      .addSql(`create table archived_month (table_name text not null, month text not null, part int not null, file text not null, rows int not null,
      bytes bigint not null, sha256 text not null, archived_at timestamptz not null,
      primary key (table_name, month, part))`)
  }

  #move({ table, partitionBy, dropped, added, own, boundAt }: Moved, until: Date | null): void {
    const before = `${table}_before`
    this.addSql(`alter table ${table} rename to ${before}`)
    this.addSql(renameIndexes(before))
    this
      .addSql(`create table ${table} (like ${before} including defaults including generated including constraints)
      partition by range (${partitionBy})`)
    for (const sql of added) this.addSql(sql)
    if (!until) return this.addSql(`drop table ${before}`)
    for (const name of dropped) this.addSql(`alter table ${before} drop constraint before_${name}`)
    for (const sql of own) this.addSql(sql)
    this.addSql(
      `alter table ${table} attach partition ${before} for values from (minvalue) to (${boundAt(until)})`,
    )
    const month = until.toISOString().slice(0, 7).replace('-', '_')
    this.addSql(`alter table ${before} rename to ${before}_${month}`)
  }

  /** The first moment of the month after the last row, or after now; null where there is nothing. */
  async #endOfWhatIsThere(): Promise<Date | null> {
    const [row] = await this.execute(`select
      extract(epoch from (select max(at) from journal))::float8 as journal,
      extract(epoch from (select max(at) from merchant_event))::float8 as event,
      extract(epoch from now())::float8 as now`)
    const { journal, event, now } = row as {
      journal: number | null
      event: number | null
      now: number
    }
    if (journal === null) return null
    const last = new Date(Math.max(journal, event ?? 0, now) * 1_000)
    return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1))
  }
}

/** Their names are taken by those of the partitioned table. */
const renameIndexes = (table: string): string => `do $$ declare one record; begin
  for one in select indexname from pg_indexes where schemaname = current_schema() and tablename = '${table}' loop
    execute format('alter index %I rename to %I', one.indexname, left('before_' || one.indexname, 63));
  end loop; end $$`
