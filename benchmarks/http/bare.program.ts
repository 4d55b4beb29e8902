/**
 * The least that takes a payment durably: Fastify checks a signature, and one statement writes as many rows as the service's
 * own (payment, journal, event, key) in one commit. It has no machine, no schema, no limits, and nobody told.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import { serveProgram } from '../programs.ts'
import type { Shop } from './open-shop.ts'

export type BareSettings = { databaseUrl: string; shops: Shop[] }

const connections = 10

const tables = `
  create table bare_payment (id text primary key, merchant text not null, status text not null, snapshot jsonb not null,
    at timestamptz not null default now());
  create index on bare_payment (merchant, at, id);
  create table bare_journal (payment text, sequence int, event json not null, after json not null, primary key (payment, sequence));
  create table bare_event (id text primary key, merchant text not null, body text not null);
  create table bare_key (merchant text, key text, body text not null, primary key (merchant, key));`

const insertion = `with payment as (
    insert into bare_payment (id, merchant, status, snapshot) values ($1, $2, 'Created', $3::jsonb)
  ), journal as (insert into bare_journal values ($1, 1, $3::json, $3::json)
  ), event as (insert into bare_event values ($1, $2, $4))
  insert into bare_key values ($2, $5, $4)`

serveProgram<BareSettings>(async ({ databaseUrl, shops }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  await pool.query(tables)
  const secrets = new Map(shops.map(({ name, secret }) => [name, secret]))
  const server = fastify()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  server.post('/integration/payments', async (request, reply) => {
    const { 'x-api-key': name, 'x-api-ts': at, 'x-api-sig': signature } = request.headers
    const text = String(request.body)
    const signed = createHmac('sha256', secrets.get(String(name))!)
      .update(`${String(at)}POST${request.url}${text}`)
      .digest()
    if (!timingSafeEqual(signed, Buffer.from(String(signature), 'hex')))
      return reply.code(403).send()
    const id = crypto.randomUUID()
    const payment = { id, status: 'Created', ...JSON.parse(text), padding: 'x'.repeat(900) }
    const body = JSON.stringify({ payment })
    const key = request.headers['idempotency-key']
    const values = [id, name, JSON.stringify(payment), body, key]
    await pool.query({ name: 'bare-payment', text: insertion, values })
    return reply.code(201).type('application/json').send(body)
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    answer: async () => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async close() {
      await server.close()
      await pool.end()
    },
  }
})
