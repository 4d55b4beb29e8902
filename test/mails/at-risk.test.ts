/** The list of charges that are to fail: each reason of each charge is reported once, however the wallet's balance swings. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeText } from '../../src/mailing/letters/letter.ts'
import { placesOf } from '../../src/mailing/letters/places.ts'
import { writeAtRisk } from '../../src/mailing/letters/warning-letters.ts'
import { tellAtRisk } from '../../src/mailing/rounds/at-risk.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { setMailChoices } from '../../src/store/mails/mail-choices.ts'
import type { MailFacts } from '../../src/store/mails/mail-kinds.ts'
import { MailQueue } from '../../src/store/mails/mail-queue.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from '../dashboard/service.ts'
import { addressOf } from '../dashboard/world.ts'
import { baseUrl, newActiveSubscription } from './world.ts'
import type { RoundDependencies } from '../../src/mailing/dependencies.ts'

const payer = addressOf('bb')

let dashboard: Dashboard & { mails: MailQueue }
let merchant: Person & { merchantId: string }
let id: string
const owner = () => ({ merchantId: merchant.merchantId, network: 'TestNet' as const })
const pool = () => dashboard.database.pool

beforeAll(async () => {
  const started = await startDashboard()
  dashboard = { ...started, mails: new MailQueue(started) }
  merchant = await newMerchant(dashboard, 'riley')
  const { rows } = await pool().query<{ id: string }>('select id from account where email = $1', [
    merchant.email,
  ])
  await setMailChoices(dashboard.database, rows[0]!.id, { declined: [], includesTestNet: true })
  await setAssetActive(dashboard, owner(), 'tUSDC', true)
  const values = { customerId: 'cust-1', atRisk: false, nextChargeAt: '2026-12-06T00:00:00.000Z' }
  id = await newActiveSubscription(dashboard, owner(), values)
})
afterAll(() => dashboard.stop())

/** Sets what the wallet holds, in base units, as the last look has it. */
const hold = (balance: number) =>
  pool().query(
    `insert into payer_funds (blockchain, token, payer, balance, block_number, seen_at)
     values ('LocalTestNet', $1, $2, $3, 1, now())
     on conflict (blockchain, token, payer) do update set balance = excluded.balance`,
    [addressOf('c0'), payer, balance],
  )

const remember = (context: object) =>
  pool().query(
    `update subscription set snapshot =
       jsonb_set(snapshot, '{context}', snapshot->'context' || $2::jsonb) where id = $1`,
    [id, JSON.stringify(context)],
  )

/** Looks in the morning of a day as several processes do, and answers the new letters about the test network. */
async function toldOn(day: string): Promise<string[]> {
  const clock = Object.create(dashboard.clock) as RoundDependencies['clock']
  Object.defineProperty(clock, 'now', { value: () => new Date(`${day}T07:00:00Z`) })
  await Promise.all([1, 2].map(() => tellAtRisk({ ...dashboard, clock })))
  const { rows } = await pool().query<{ id: string; sealedFacts: string }>(
    `select id, sealed_facts as "sealedFacts" from mail
     where kind = 'atRisk' and cause = $1 and merchant_id = $2 and status = 'Waiting'`,
    [`TestNet/${day}`, merchant.merchantId],
  )
  return rows.map((mail) => {
    const facts = dashboard.mails.open(mail.id, mail.sealedFacts) as MailFacts['atRisk']
    return writeText(writeAtRisk(facts, placesOf(baseUrl)), [])
  })
}

test('a wallet that holds too little is told before the charge, with what it holds, and once however it swings', async () => {
  await hold(50_000_000)
  expect(await toldOn('2026-12-01')).toEqual([])
  await hold(9_500_000)
  const [letter, ...others] = await toldOn('2026-12-02')
  expect(others).toEqual([])
  expect(letter).toContain('cust-1: 10.00 tUSDC, 6 Dec 2026, 00:00 UTC, InsufficientBalance: ')
  expect(letter).toContain(`${payer} held 9.50 tUSDC for all of its charges on `)
  expect(letter).toContain(`(${id})`)
  expect(letter).toContain(`${baseUrl}/dashboard/test/forecast/charges?class=atRisk&days=7`)
  await hold(50_000_000)
  expect(await toldOn('2026-12-03')).toEqual([])
  await hold(0)
  expect(await toldOn('2026-12-04')).toEqual([])
})

test('another reason of the same charge is new, and so is the same one of the next charge', async () => {
  await hold(0)
  await remember({ allowance: '9000000' })
  const [letter] = await toldOn('2026-12-05')
  expect(letter).toContain('InsufficientAllowance: the payer allows 9.00 tUSDC')
  await setAssetActive(dashboard, owner(), 'tUSDC', false)
  expect((await toldOn('2026-12-06'))[0]).toContain('AssetInactive')
  await setAssetActive(dashboard, owner(), 'tUSDC', true)
  await remember({ allowance: '100000000' })
  expect(await toldOn('2026-12-07')).toEqual([])
  await remember({ chargesMade: 1, nextChargeAt: '2027-01-06T00:00:00.000Z' })
  expect(await toldOn('2026-12-29')).toEqual([])
  expect((await toldOn('2026-12-31'))[0]).toContain('InsufficientBalance')
})

test('a list that was given up was not told: the next morning tells it', async () => {
  await pool().query(`update mail set status = 'Parked', reason = 'Refused' where cause = $1`, [
    'TestNet/2026-12-31',
  ])
  expect((await toldOn('2027-01-01'))[0]).toContain('InsufficientBalance')
  expect(await toldOn('2027-01-02')).toEqual([])
})
