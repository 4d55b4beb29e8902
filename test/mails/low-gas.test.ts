import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeText } from '../../src/mailing/letters/letter.ts'
import { placesOf } from '../../src/mailing/letters/places.ts'
import { writeLowGas } from '../../src/mailing/letters/warning-letters.ts'
import { tellLowGas } from '../../src/mailing/rounds/low-gas.ts'
import type { MailFacts } from '../../src/store/mails/mail-kinds.ts'
import { MailQueue } from '../../src/store/mails/mail-queue.ts'
import { tellActor } from '../dashboard/actors.ts'
import { type Dashboard, newMerchant, startDashboard } from '../dashboard/service.ts'
import { addressOf } from '../dashboard/world.ts'
import { baseUrl } from './world.ts'

let dashboard: Dashboard & { mails: MailQueue }
beforeAll(async () => {
  const started = await startDashboard()
  dashboard = { ...started, mails: new MailQueue(started) }
})
afterAll(() => dashboard.stop())

async function readLetters(): Promise<string[]> {
  for (let round = 0; round < 2; round += 1) await tellLowGas(dashboard)
  const { rows } = await dashboard.database.pool.query<{ id: string; sealedFacts: string }>(
    `select id, sealed_facts as "sealedFacts" from mail where kind = 'lowGas' order by created_at`,
  )
  return rows.map((mail) => {
    const facts = dashboard.mails.open(mail.id, mail.sealedFacts) as MailFacts['lowGas']
    return writeText(writeLowGas(facts, placesOf(baseUrl)), [])
  })
}

test('a gas wallet that gets empty is told though no charge falls due within the days that are counted', async () => {
  const { merchantId } = await newMerchant(dashboard, 'gwen')
  const owner = { merchantId, network: 'MainNet' } as const
  const id = addressOf('9a')
  const target = { kind: 'gasWallet', id, owner } as const
  const createdAt = dashboard.clock.now().toISOString()
  const place = { blockchain: 'LocalMainNet', nativeSymbol: 'ETH' }
  const full = { balance: '1000000000000000000', chargesLeft: 1_000, daysLeft: null }
  const input = { id, ...owner, ...place, ...full, createdAt }
  await tellActor(dashboard, target, { type: 'gasWallet.create', input })
  expect(await readLetters()).toEqual([])

  const empty = { balance: '1', chargesLeft: 0, daysLeft: null }
  await tellActor(dashboard, target, { type: 'gasWallet.measured', ...empty })
  const [letter, ...others] = await readLetters()
  expect(others).toEqual([])
  expect(letter).toContain('cannot pay for one more charge')
  expect(letter).toContain('No charge falls due within 30 days')
  expect(letter).toContain(`Send its coin to: ${id}`)
})
