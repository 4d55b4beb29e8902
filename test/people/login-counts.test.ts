/** Strangers who try an account's password: they are slowed down, and its owner is not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Started } from '../../src/main.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import {
  isKnownAddress,
  knownAddressesMax,
  rememberAddress,
} from '../../src/store/people/known-addresses.ts'
import { countAttempt, freeFailures } from '../../src/store/people/login-attempts.ts'
import { newVisitor, startPlace } from './world.ts'

const password = 'a password of some length'
let place: Awaited<ReturnType<typeof startPlace>>
let started: Started
let strangers = 0
let people = 0
beforeAll(async () => {
  place = await startPlace()
  started = await place.start(undefined, { TRUST_PROXY: '1' })
})
afterAll(() => place.stop())

const stranger = () => newVisitor(started, `10.4.0.${++strangers}`)

/** Somebody who has logged in from `address` before. */
async function newOwner(address: string) {
  const email = `owner-${++people}@example.test`
  const id = await createAccount(started.service, { email, password, role: 'Operator' })
  const owner = newVisitor(started, address)
  expect((await owner.logIn(email, password)).status).toBe(200)
  return { id, email, owner }
}

/** Guesses until strangers have to wait for long. */
async function shutStrangersOut(email: string) {
  for (let guess = 0; guess < 5; guess++) await stranger().logIn(email, 'a wrong password')
  await started.service.database.pool.query(
    "update login_attempt set blocked_until = now() + interval '1 hour' where failures >= 5",
  )
  expect((await stranger().logIn(email, password)).status).toBe(429)
}

test('strangers who guess at a password keep its owner neither out nor from acting', async () => {
  const { email, owner } = await newOwner('2001:db8:1:2::3')
  await shutStrangersOut(email)
  const change = { currentPassword: password, newPassword: 'another one, longer' }
  expect((await owner.call('POST', '/password', change)).status).toBe(200)
  const sameNetwork = newVisitor(started, '2001:db8:1:2:ffff::9')
  expect((await sameNetwork.logIn(email, change.newPassword)).status).toBe(200)
  expect((await newVisitor(started, '2001:db8:1:3::3').logIn(email, password)).status).toBe(429)
  expect((await stranger().logIn(email, change.newPassword)).status).toBe(429)
})

test('guesses at a password from a known address and with a session are slowed down, too', async () => {
  const address = '10.3.0.1'
  const { email, owner } = await newOwner(address)
  const change = { currentPassword: 'a wrong one', newPassword: 'another one, longer' }
  const statuses = []
  for (let guess = 0; guess < 6; guess++)
    statuses.push((await owner.call('POST', '/password', change)).status)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  const known = newVisitor(started, address)
  const logins = []
  for (let guess = 0; guess < 6; guess++)
    logins.push((await known.logIn(email, 'a wrong one')).status)
  expect(logins).toEqual([403, 403, 403, 403, 403, 429])
  expect((await stranger().logIn(email, password)).status).toBe(200)
})

test('free tries of a password at once are all checked, in whatever order they are counted', async () => {
  const { database, clock } = started.service
  const email = 'at-once@example.test'
  const at = (ms: number) =>
    countAttempt({ database, clock: { realNow: () => new Date(ms) } as typeof clock }, { email })
  const now = clock.realNow().getTime()
  for (let earlier = 0; earlier < freeFailures; earlier++) expect(await at(now - earlier)).toBe(0)
  expect(await at(now - freeFailures)).toBeGreaterThan(0)
})

test('a reset lets its owner in from the address where it was used, whoever guesses meanwhile', async () => {
  const { owner } = await newOwner('10.3.0.2')
  const { id, email } = await newOwner('10.3.0.3')
  await shutStrangersOut(email)
  const reset = await owner.call('POST', `/operator/accounts/${id}/reset`, { password })
  const abroad = newVisitor(started, '10.3.0.4')
  const link = { token: reset.body.reset.token, password: 'another one, longer' }
  expect((await abroad.call('POST', '/account-link', link)).status).toBe(200)
  await shutStrangersOut(email)
  expect((await abroad.logIn(email, link.password)).status).toBe(200)
})

test('the addresses that an account used last are known', async () => {
  const { email } = await newOwner('10.3.0.5')
  for (let host = 0; host < knownAddressesMax; host++)
    await rememberAddress(started.service, { email, address: `10.5.0.${host}` })
  const isKnown = (address: string) => isKnownAddress(started.service, { email, address })
  expect([await isKnown('10.3.0.5'), await isKnown('10.5.0.0'), await isKnown('10.5.0.9')]).toEqual(
    [false, true, true],
  )
  expect(await isKnownAddress(started.service, { email: 'x@x.test', address: '10.5.0.9' })).toBe(
    false,
  )
})
