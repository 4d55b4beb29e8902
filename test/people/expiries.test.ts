/** Every session, token and link is good until its last second, and not a second longer. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondMs } from '../../machines/durations.ts'
import { requireProof } from '../../src/http/authentication/proof.ts'
import { newTotp, takeTotpCode } from '../../src/http/authentication/totp.ts'
import type { Started } from '../../src/main.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createCustomerToken, findTokenHolder } from '../../src/store/merchants/customer-tokens.ts'
import { issueLink, type LinkPurpose, useLink } from '../../src/store/people/account-links.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import {
  challengeLifetimeMs,
  keepChallenge,
  takeChallenge,
} from '../../src/store/people/passkey-challenges.ts'
import { keepTotpSecret } from '../../src/store/people/second-factors.ts'
import { findSession, openSession, sessionLifetimeMs } from '../../src/store/people/sessions.ts'
import { startPlace } from './world.ts'
import type { Person } from '../../src/http/authentication/people.ts'

const password = 'a password of some length'
const actor = { by: 'a test', from: null, isDemo: false }

let place: Awaited<ReturnType<typeof startPlace>>
let started: Started
let people = 0
beforeAll(async () => {
  place = await startPlace()
  started = await place.start()
})
afterAll(() => place.stop())

/** The service with a clock of the test's own, which says a moment near which it is asked. */
function at(moment: Date | null) {
  const clock = new Clock()
  if (moment) clock.setDatabaseTime(moment, 0)
  return { ...started.service, clock }
}

const newPerson = () =>
  createAccount(started.service, {
    email: `person-${++people}@example.test`,
    password,
    role: 'Operator',
  })

/** Makes one that is asked for at a moment once: most can be used once only. */
type Lived = { expiresAt: Date; isGoodAt: (moment: Date) => Promise<boolean> }

async function newSession(): Promise<Lived> {
  const id = await newPerson()
  const { rows } = await started.service.database.pool.query<{ passwordHash: string }>(
    'select password_hash as "passwordHash" from account where id = $1',
    [id],
  )
  const openedAt = new Date()
  const token = await openSession(at(openedAt), { id, ...rows[0]! })
  return {
    expiresAt: new Date(openedAt.getTime() + sessionLifetimeMs),
    isGoodAt: async (moment) => (await findSession(at(moment), token!)) !== null,
  }
}

async function newCustomerToken(): Promise<Lived> {
  const { rows } = await started.service.database.pool.query<{ id: string }>(
    'select id from merchant limit 1',
  )
  const owner = { merchantId: rows[0]!.id, network: 'TestNet' } as const
  const grant = { customerId: 'c-1', may: 'manage', expiresInSeconds: 60 } as const
  const { token, expiresAt } = await createCustomerToken(at(null), owner, grant)
  return {
    expiresAt,
    isGoodAt: async (moment) => !(await findTokenHolder(at(moment), token))!.isExpired,
  }
}

const newLink = (purpose: LinkPurpose) => async (): Promise<Lived> => {
  const { token, expiresAt } = await issueLink(at(null), await newPerson(), purpose, actor)
  const use = { token, password: 'another one, longer', from: null, isLocal: true }
  const isTaken = () => Promise.resolve(false)
  return {
    expiresAt,
    isGoodAt: async (moment) => (await useLink(at(moment), { ...use, isTaken })) !== 'Unknown',
  }
}

async function newChallenge(): Promise<Lived> {
  const use = { challenge: `challenge-${++people}`, purpose: 'login', accountId: null } as const
  const keptAt = new Date()
  await keepChallenge(at(keptAt), use)
  return {
    expiresAt: new Date(keptAt.getTime() + challengeLifetimeMs),
    isGoodAt: (moment) => takeChallenge(at(moment), use),
  }
}

const proofMs = 15 * 60_000

async function newProof(): Promise<Lived> {
  const provenAt = new Date()
  const person = { provenAt, account: { id: await newPerson() } } as Person
  return {
    expiresAt: new Date(provenAt.getTime() + proofMs),
    isGoodAt: (moment) =>
      requireProof(at(moment), person).then(
        () => true,
        () => false,
      ),
  }
}

/** The code of an authenticator counts until the end of the step after its own, of 30 s each. */
const stepMs = 30_000

async function newCode(): Promise<Lived> {
  const id = await newPerson()
  const { secret } = newTotp('somebody@example.test')
  await keepTotpSecret(started.service, id, secret)
  const step = Math.floor(Date.now() / stepMs)
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: step * stepMs })
  return {
    expiresAt: new Date((step + 2) * stepMs),
    isGoodAt: (moment) => takeTotpCode(at(moment), id, code),
  }
}

describe.each([
  ['a session of the dashboard', newSession],
  ['a token of a customer', newCustomerToken],
  ['an invitation', newLink('invitation')],
  ['a link that sets a password anew', newLink('reset')],
  ['the challenge of a passkey', newChallenge],
  ['a proof of who holds a session', newProof],
  ['the code of an authenticator', newCode],
])('%s', (_, make) => {
  test('is good a second before its end', async () => {
    const { expiresAt, isGoodAt } = await make()
    expect(await isGoodAt(new Date(expiresAt.getTime() - secondMs))).toBe(true)
  })

  test('is over a second after its end', async () => {
    const { expiresAt, isGoodAt } = await make()
    expect(await isGoodAt(new Date(expiresAt.getTime() + secondMs))).toBe(false)
  })
})
