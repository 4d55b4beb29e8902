/** A shop with very many payments, as its service would have made them, and with the words by which they are found. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { copied, type Copied } from '../../proof/growth/copied-rows.ts'
import { fillDatabase } from '../../proof/growth/fill.ts'
import { liveThrough } from '../../proof/growth/live-through.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { newDataDirectory, startServiceIn } from '../own-service.ts'

type FilledShop = {
  dev: DevJson
  sizes: { name: string; rows: number; bytes: string }[]
  costOfWords: number
  stop(): Promise<void>
}

const customers = 100_000
/** Payments are written in turns, with words and without. */
const turnsOfCost = 5
const writtenInTurn = 2_000

export async function startFilledShop(payments: number): Promise<FilledShop> {
  const dataDirectory = newDataDirectory('search')
  const readDev = () => JSON.parse(readFileSync(join(dataDirectory, 'dev.json'), 'utf8')) as DevJson
  const first = await startServiceIn(dataDirectory)
  await liveThrough(readDev(), readDev().chains[0]!.rpcUrl)
  await first.stop()
  const postgres = await startPostgres({ dataDirectory: join(dataDirectory, 'postgres') })
  const filled = await fill(postgres.url, payments)
  await postgres.stop()
  const service = await startServiceIn(dataDirectory)
  return {
    dev: readDev(),
    ...filled,
    async stop() {
      await service.stop()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** A third has an order's number in an object, a third a year's number deeper down, a third a text. */
const written = `'metadata', (case n % 3
    when 0 then jsonb_build_object('order', n)
    when 1 then jsonb_build_object('cart', jsonb_build_object('order', '2026-' || n, 'sku', 'SKU' || n % 1000))
    else to_jsonb('Order no. ' || n) end)::text,
  'description', (array['Gift card', 'Vegetable box', 'Green tea', 'Coffee beans', 'Tea box'])[n % 5 + 1],
  'amount', ((n % 5000 + 100) * 10000)::text`
const withFields = (rows: Copied, fields: string): Copied => ({
  ...rows,
  columns: {
    ...rows.columns,
    snapshot: `jsonb_set(${rows.columns['snapshot']}, '{context}',
      (${rows.columns['snapshot']})->'context' || jsonb_build_object(${fields}))`,
  },
})

async function fill(url: string, payments: number) {
  const { payment, subscription, charge } = copied as Record<string, Copied>
  const named = `'customerId', (array['ben', 'anna', 'carol', 'oleg', 'mei'])[n % 5 + 1] || '.'
    || (array['carter', 'smith', 'baker'])[n % 3 + 1] || '.' || n, 'metadata', 'Desk ' || n % 400`
  await fillDatabase(url, {
    payment: { ...withFields(payment!, written), count: payments },
    subscription: { ...withFields(subscription!, named), count: Math.min(customers, payments) },
    charge: charge!,
  })
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '256MB'; set work_mem = '64MB'`)
    await fillWords(client)
    const { rows: sizes } = await client.query<FilledShop['sizes'][number]>(
      `select relname as name, reltuples::float8 as rows, pg_size_pretty(pg_total_relation_size(oid)) as bytes
       from pg_class where relname in ('payment', 'subscription', 'search_word') and relnamespace = 'public'::regnamespace
       order by 1`,
    )
    return { sizes, costOfWords: await measureCost(client) }
  } finally {
    await client.end()
  }
}

/** Writes what the triggers write, for all rows at once. */
async function fillWords(client: pg.Client): Promise<void> {
  await client.query('alter table search_word drop constraint search_word_pkey')
  await client.query('truncate search_word')
  for (const kind of ['payment', 'subscription', 'plan'])
    await client.query(
      `insert into search_word (merchant_id, network, word, kind, created_at, id)
       select merchant_id, network, unnest(search_words(searched_text(snapshot->'context'))), '${kind}', created_at, id
       from ${kind}`,
    )
  await client.query(
    `insert into search_word (merchant_id, network, word, kind, created_at, id)
     select merchant_id, network, unnest(search_words(customer_id)), 'customer', 'epoch', customer_id
     from (select distinct merchant_id, network, customer_id from subscription) customer`,
  )
  // A thousand wallets paid, whose addresses begin alike.
  await client.query(
    `insert into search_word (merchant_id, network, word, kind, created_at, id)
     select merchant_id, network, '0xfeed' || lpad(to_hex(hashtext(id) & 1023), 36, '0'), 'payment', created_at, id from payment`,
  )
  await client.query(
    'alter table search_word add primary key (merchant_id, network, word, kind, created_at, id)',
  )
  await client.query('vacuum analyze search_word')
}

/** Writes payments with their words and without, in turns; nothing of it stays. */
async function measureCost(client: pg.Client): Promise<number> {
  const spent = { enable: 0, disable: 0 }
  await client.query('begin')
  for (let turn = 0; turn < turnsOfCost * 2; turn++) {
    const way = turn % 2 === 0 ? 'enable' : 'disable'
    await client.query(`alter table payment ${way} trigger payment_keeps_search_words`)
    const from = turn * writtenInTurn
    const startedAt = performance.now()
    await client.query(
      `insert into payment (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
       select 'cost-' || n, one.merchant_id, one.network, one.status, one.phase, one.revision, one.machine_version,
         jsonb_set(one.snapshot, '{context}', one.snapshot->'context' || jsonb_build_object('depositAddress', 'cost-' || n, ${written})),
         now(), now()
       from generate_series(${from + 1}, ${from + writtenInTurn}) n
       cross join (select * from payment where id not like 'cost-%' limit 1) one`,
    )
    spent[way] += performance.now() - startedAt
  }
  await client.query('rollback')
  return spent.enable / spent.disable
}
