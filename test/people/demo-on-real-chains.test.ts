/** The demo prints its passwords and keys, so nothing of what it does counts on real chains. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '../../machines/durations.ts'
import type { Started } from '../../src/main.ts'
import { createLog } from '../../src/shared/log.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { asReal, newVisitor, startPlace } from './world.ts'

const password = 'a password of some length'
const business = {
  legalName: 'Alice Ltd',
  registrationNumber: '12345',
  country: 'SE',
  website: 'https://alice.example',
  contactEmail: 'legal@alice.example',
}

let place: Awaited<ReturnType<typeof startPlace>>
let started: Started
let people = 0
beforeAll(async () => {
  place = await startPlace()
  started = await place.start(undefined, { TRUST_PROXY: '1' })
})
afterAll(() => place.stop())

async function logIn(email: string, given = password) {
  const person = newVisitor(started, `10.3.0.${++people}`)
  expect((await person.logIn(email, given)).status).toBe(200)
  return person
}

/** A merchant that is not of the demo and has submitted its verification, and its owner. */
async function newShop() {
  const merchantId = await createMerchant(started.service, 'Alice')
  const email = `alice-${++people}@example.test`
  await createAccount(started.service, { email, password, role: 'Owner', merchantId })
  const owner = await logIn(email)
  expect((await owner.call('POST', '/main/verification', business)).status).toBe(200)
  const decide = (by: typeof owner, verdict: string, body: object = {}) =>
    by.call('POST', `/operator/verifications/${merchantId}/${verdict}`, body)
  return { merchantId, owner, decide }
}

async function newOperator() {
  const email = `olga-${++people}@operator.test`
  await createAccount(started.service, { email, password, role: 'Operator' })
  return logIn(email)
}

const demoOperator = () => logIn(started.demo!.operator.email, started.demo!.operator.password)

test("the demo's operator verifies no merchant but those of the demo", async () => {
  const { owner, decide } = await newShop()
  const [demo, operator] = [await demoOperator(), await newOperator()]
  const refused = { status: 403, body: { message: expect.stringMatching(/of the demo only/) } }
  const reason = { reason: 'Because' }
  expect(await decide(demo, 'approve')).toMatchObject(refused)
  expect(await decide(demo, 'reject', reason)).toMatchObject(refused)
  expect((await owner.call('GET', '/main/verification')).body.status).toBe('Submitted')
  expect((await decide(operator, 'approve')).body.status).toBe('Approved')
  expect(await decide(demo, 'revoke', reason)).toMatchObject(refused)

  const { merchant } = started.demo!.devJson
  const shop = await logIn(merchant.email, merchant.password)
  await shop.call('POST', '/main/verification', business)
  const { id } = (await shop.call('GET', '/me')).body.merchant
  const approved = await demo.call('POST', `/operator/verifications/${id}/approve`, {})
  expect(approved.body.status).toBe('Approved')
})

test('time that was moved on local chains is not moved beside a real one', async () => {
  const { devJson } = started.demo!
  const { apiKey, apiSecret } = devJson.merchant
  const advanced = await fetch(`${started.running.url}/testing/clock/advance`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ seconds: 100 * 24 * 60 * 60 }),
  })
  expect(advanced.status).toBe(200)
  await started.stop()

  const said: string[] = []
  const log = createLog('warn')
  log.warn = (...words: unknown[]) => void said.push(JSON.stringify(words))
  const withKey = { MASTER_KEY_FILE: join(place.directory, 'master.key') }
  const real = await place.start(asReal(place, devJson), withKey, log)
  const { clock } = real.service
  expect(Math.abs(clock.now().getTime() - clock.realNow().getTime())).toBeLessThan(hourMs)
  expect(said.join()).toContain('the test clock was moved ahead')
  await real.stop()

  const { service } = await place.start()
  const aheadMs = service.clock.now().getTime() - service.clock.realNow().getTime()
  expect(aheadMs).toBeGreaterThan(99 * 24 * hourMs)
})
