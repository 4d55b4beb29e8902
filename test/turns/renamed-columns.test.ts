/**
 * Migrations 0022 to 0024 give columns, stored fields and a phase one name each, and lose nothing
 * of what was stored before.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { emptyDatabaseUrl } from '../support/database.ts'

let database: Database

beforeAll(async () => {
  database = await connectDatabase(await emptyDatabaseUrl())
  await database.orm.migrator.up({ to: '0020-differing-previews' })
  await database.pool.query(rowsUnderTheOldNames)
  await database.orm.migrator.up()
})

afterAll(() => database.close())

test('an actor stored before migration 0022 keeps its timers, its event sequence and its accepted commands', async () => {
  expect(await readOne('select snapshot from charge')).toEqual({
    snapshot: {
      value: 'Waiting',
      context: { number: 1 },
      timers: { 'xstate.after.untilNextAttempt.Waiting': { armedAtRevision: 4, dueAt: 1_700 } },
      eventSequence: 3,
      acceptedCommands: ['cancel'],
    },
  })
})

test('an actor without timers stored before migration 0022 has none afterwards', async () => {
  expect(await readOne(`select snapshot->'timers' as timers from delivery`)).toEqual({ timers: {} })
})

test('a delivery stored before migration 0022 waits in the lane that was its line', async () => {
  const found = `select lane, snapshot->'context' as context from delivery`
  expect(await readOne(found)).toMatchObject({
    lane: 'a/b',
    context: { lane: 'a/b', sequence: 7 },
  })
})

test('messages and requests enqueued before migration 0022 carry the lane of their delivery', async () => {
  const { rows } = await database.pool.query(
    `select id, payload from outbox where channel <> 'chain' order by id`,
  )
  expect(rows).toEqual([
    { id: 'create', payload: { type: 'delivery.create', input: { lane: 'a/b', sequence: 8 } } },
    { id: 'other', payload: { type: 'delivery.redeliver' } },
    { id: 'send', payload: { lane: 'a/b', sequence: 7 } },
  ])
})

test('journal, timers and event log stored before migration 0022 are read under the new names', async () => {
  expect(await readOne('select revision from journal')).toEqual({ revision: 5 })
  expect(await readOne(`select armed_at_revision from timer where kind = 'charge'`)).toEqual({
    armed_at_revision: 4,
  })
  expect(await readOne('select log_number, sequence from merchant_event')).toEqual({
    log_number: 9,
    sequence: 2,
  })
  expect(await readOne('select last_log_number from event_counter')).toEqual({ last_log_number: 9 })
})

test('a deposit told before migration 0022 is reported afterwards', async () => {
  expect(await readOne('select event, status, reported_by from deposit_log')).toEqual({
    event: 'Transfer',
    status: 'Reported',
    reported_by: 'a.example',
  })
})

test('a draft that checked its funds before migration 0024 still does afterwards', async () => {
  const timer = 'xstate.after.untilCheckGivenUp.CheckingFunds'
  expect(await readOne('select phase, snapshot from subscription')).toMatchObject({
    phase: 'CheckingFunds',
    snapshot: {
      value: { Draft: 'CheckingFunds' },
      context: { planId: 'p1' },
      timers: { [timer]: { armedAtRevision: 2, dueAt: 900 } },
    },
  })
  expect(await readOne(`select timer_id from timer where kind = 'subscription'`)).toEqual({
    timer_id: timer,
  })
  expect(await readOne(`select name from outbox where id = 'funds'`)).toEqual({
    name: 'checkFunds',
  })
})

const readOne = async (sql: string): Promise<object> => (await database.pool.query(sql)).rows[0]

const actorColumns = `id, merchant_id, network, status, phase, revision, machine_version, created_at,
  updated_at, snapshot`

const rowsUnderTheOldNames = `
  insert into charge (${actorColumns}) values ('c1', 'm1', 'TestNet', 'Pending', 'Waiting', 5, 1, now(), now(),
    '{"value":"Waiting","context":{"number":1},"told":3,"actions":["cancel"],
      "timers":{"xstate.after.untilNextAttempt.Waiting":{"seq":4,"dueAt":1700}}}');
  insert into subscription (${actorColumns}) values ('0xs', 'm1', 'TestNet', 'Draft', 'LookingAtFunds', 2, 1, now(), now(),
    '{"value":{"Draft":"LookingAtFunds"},"context":{"planId":"p1"},"told":1,"actions":[],
      "timers":{"xstate.after.untilLookGivenUp.LookingAtFunds":{"seq":2,"dueAt":900}}}');
  insert into timer (kind, entity_id, timer_id, armed_seq, merchant_id, network, due_at)
    values ('subscription', '0xs', 'xstate.after.untilLookGivenUp.LookingAtFunds', 2, 'm1', 'TestNet', now());
  insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at)
    values ('funds', 'chain', 'lookAtFunds', 'subscription', '0xs', 'm1', 'TestNet', 'one/m1', '{}', '{}', now(), now());
  insert into delivery (${actorColumns}) values ('1Ad1', 'm1', 'TestNet', 'Pending', '', 1, 1, now(), now(),
    '{"value":"Pending","context":{"line":"a/b","sequence":7},"told":0,"actions":[],"timers":{}}');
  insert into journal (kind, entity_id, seq, message_id, merchant_id, network, event, from_state, to_state, cause, at)
    values ('charge', 'c1', 5, 'm', 'm1', 'TestNet', '{}', '', 'Waiting', '{}', now());
  insert into timer (kind, entity_id, timer_id, armed_seq, merchant_id, network, due_at)
    values ('charge', 'c1', 'untilNextAttempt', 4, 'm1', 'TestNet', now());
  insert into merchant_event (merchant_id, network, seq, event_id, event_type, resource_kind, resource_id, sequence, body, at)
    values ('m1', 'TestNet', 9, '1Ae1', 'PlanCreated', 'plan', 'p1', 2, '{}', now());
  insert into event_counter (merchant_id, network, last_seq) values ('m1', 'TestNet', 9);
  insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at) values
    ('send', 'webhook', 'sendWebhook', 'delivery', '1Ad1', 'm1', 'TestNet', 'a/b', '{"line":"a/b","sequence":7}', '{}', now(), now()),
    ('create', 'actor', 'delivery.create', 'delivery', 'd2', 'm1', 'TestNet', '',
      '{"type":"delivery.create","input":{"line":"a/b","sequence":8}}', '{}', now(), now()),
    ('other', 'actor', 'delivery.redeliver', 'delivery', '1Ad1', 'm1', 'TestNet', '', '{"type":"delivery.redeliver"}', '{}', now(), now());
  insert into deposit_log (blockchain, block_hash, log_index, payment_id, block_number, block_time, transaction_hash, kind,
      token, counterparty, amount, status, told_by)
    values ('one', '0xb', 0, 'pay', 1, now(), '0xt', 'Transfer', '0x0', null, 5, 'Told', 'a.example');
`
