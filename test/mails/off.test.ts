/** A service without mail: everything works, nobody is told, and nothing waits for the day on which mail is switched on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailRelay } from '../../src/mailing/mail.relay.ts'
import { MailQueue } from '../../src/store/mails/mail-queue.ts'
import { askForReceiver, callOffReceiver } from '../../src/store/merchants/pending-receivers.ts'
import {
  type Dashboard,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from '../dashboard/service.ts'
import { addressOf } from '../dashboard/world.ts'
import { settle } from '../support/settle.ts'
import { PostOffice } from './post-office.ts'
import { baseUrl, smtpOf } from './world.ts'

let dashboard: Dashboard
let olivia: Person & { merchantId: string }
let office: PostOffice
beforeAll(async () => {
  office = await PostOffice.start()
  dashboard = await startDashboard()
  olivia = await newMerchant(dashboard, 'olivia')
})
afterAll(async () => {
  await office.stop()
  await dashboard.stop()
})

async function doWhatIsTold(): Promise<void> {
  const owner = { merchantId: olivia.merchantId, network: 'MainNet' } as const
  const by = { by: olivia.email, accountId: 'olivia', from: null }
  const blockchain = 'LocalMainNet'
  await askForReceiver(dashboard, owner, { blockchain, address: addressOf('ab') }, by)
  await askForReceiver(dashboard, owner, { blockchain, address: addressOf('cd') }, by)
  expect(await callOffReceiver(dashboard, owner, blockchain, by)).toBe(true)
  const member = { email: 'new@off.test', role: 'Reader' }
  const invited = await olivia.call('POST', '/test/members', member)
  expect(invited.status).toBe(201)
  const reset = await olivia.call('POST', `/test/members/${invited.body.id}/reset`)
  expect(reset.status).toBe(200)
}

test('what people would be told of happens without a mail, and a choice counts from then on', async () => {
  await doWhatIsTold()
  expect((await olivia.call('GET', '/me/mails')).body).toMatchObject({ isOn: false, declined: [] })
  const choice = { declined: ['atRisk'], includesTestNet: true }
  expect((await olivia.call('PUT', '/me/mails', choice)).body).toMatchObject({
    isOn: false,
    ...choice,
  })
  const operator = await newOperator(dashboard, 'olga')
  expect((await operator.call('GET', '/operator/mails')).body.mails).toEqual([])

  const relay = startMailRelay({
    ...dashboard,
    mails: new MailQueue(dashboard),
    mail: { from: { name: 'Mandate', address: 'mandate@pay.example' }, smtp: smtpOf(office) },
    baseUrl,
  })
  // One that is new goes out, and none of before.
  const told = { ...dashboard, mails: new MailQueue(dashboard) }
  const owner = { merchantId: olivia.merchantId, network: 'MainNet' } as const
  const receiver = { blockchain: 'LocalMainNet', address: addressOf('ef') }
  await askForReceiver(told, owner, receiver, {
    by: olivia.email,
    accountId: 'olivia',
    from: null,
  })
  await settle(dashboard)
  expect(office.taken).toHaveLength(1)
  await relay.stop()
  expect(office.taken.map(({ to }) => to)).toEqual([olivia.email])
  const { rows } = await dashboard.database.pool.query('select kind from mail')
  expect(rows).toEqual([{ kind: 'receiverChanged' }])
})
