/** What each report says follows from rows alone. */
import { expect, test } from 'vitest'
import type { CreditableLog } from '../../src/chain/rows/creditable-logs.ts'
import type { KnownSubscription } from '../../src/chain/rows/subscriptions.ts'
import type { KnownTransaction } from '../../src/chain/rows/transactions.ts'
import { toLogMessage } from '../../src/reporter/credits.ts'
import { toFundsMessages } from '../../src/reporter/funds.ts'
import { toTransactionMessage } from '../../src/reporter/transactions.ts'

const march = Date.UTC(2026, 2, 1) / 1000
const april = Date.UTC(2026, 3, 1) / 1000

const charged: CreditableLog = {
  status: 'Seen',
  event: 'Charged',
  args: { period: 2, nextDue: march },
  contractAddress: '0xC0',
  merchantId: 'merchant',
  network: 'TestNet',
  blockHash: '0xb1',
  blockNumber: 7,
  blockTime: new Date('2026-02-01T00:00:00.000Z'),
  logIndex: 3,
  transactionHash: '0x7a',
  laterDue: null,
  startFrom: '2026-01-01T00:00:00.000Z',
  before: null,
} as CreditableLog

const eventOf = (log: Partial<CreditableLog>) =>
  toLogMessage('Chain', 5, { ...charged, ...log } as CreditableLog, 9n).event

test('a charge is told with its place, its block and the next due moment', () => {
  expect(toLogMessage('Chain', 5, charged, 9n)).toMatchObject({
    id: 'Chain/0xb1/3/5',
    entityId: '0xC0',
    event: {
      type: 'chain.charged',
      period: 2,
      nextChargeAt: '2026-03-01T00:00:00.000Z',
      allowance: '9',
      position: 7_000_003,
    },
    cause: { hash: '0x7a', block: { hash: '0xb1', minedAt: '2026-02-01T00:00:00.000Z' } },
  })
})

test('the due moment of an unfreeze that came later counts for a charge that is found late', () => {
  expect(eventOf({ laterDue: april })).toMatchObject({ nextChargeAt: '2026-04-01T00:00:00.000Z' })
})

test('what is taken back leaves the contract where its logs before had it, or at its start', () => {
  const taken = { status: 'Retracting' } as const
  expect(eventOf({ ...taken, before: { nextDue: april, frozenBy: null } })).toMatchObject({
    type: 'chain.chargeReorged',
    nextChargeAt: '2026-04-01T00:00:00.000Z',
  })
  const frozen = { ...taken, event: 'Frozen', before: { nextDue: null, frozenBy: '0xFA' } } as const
  expect(eventOf(frozen as Partial<CreditableLog>)).toEqual({
    type: 'chain.controlReorged',
    nextChargeAt: '2026-01-01T00:00:00.000Z',
    frozenBy: '0xFA',
  })
})

test('only subscriptions whose funds are news are told of them, and drafts that are outrun', () => {
  const known = ['0xA', '0xB', '0xC'].map(
    (contractAddress) =>
      ({ contractAddress, allowance: '4', balance: '4' }) as unknown as KnownSubscription,
  )
  const funds = [
    { allowance: 4n, balance: 4n },
    { allowance: 4n, balance: 5n },
    { allowance: 4n, balance: 4n },
  ]
  const read = { subscriptions: known, seen: { blockNumber: 7n, funds }, outrun: ['0xC'] }
  expect(
    toFundsMessages('Chain', 'tag', read).map(({ id, event }) => [id, event.isOutrun]),
  ).toEqual([
    ['Chain/tag/funds/0xB', undefined],
    ['Chain/tag/funds/0xC/outrun/7999999', true],
  ])
})

test('a report about a transaction counts once for the state that it is about', () => {
  const transaction = { id: 't', revision: 4, hashes: ['0x1', '0x2'], minedIn: null }
  const event = { type: 'transaction.stuck', blockNumber: 9 }
  expect(
    toTransactionMessage({ transaction: transaction as unknown as KnownTransaction, event }),
  ).toMatchObject({ id: 't/4/transaction.stuck/0x2', cause: { hash: '0x2' } })
})
