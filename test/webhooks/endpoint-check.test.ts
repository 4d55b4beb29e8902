/** `mandate check-webhook`: what it sends, what it says, and how it ends. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readArguments } from '../../packages/node/src/check-webhook/arguments.ts'
import { checks } from '../../packages/node/src/check-webhook/checks.ts'
import { newEventOfEachType, newTestEvents } from '../../packages/node/src/check-webhook/events.ts'
import { pace } from '../../packages/node/src/check-webhook/pace.ts'
import { linkOfRule, type Rule, rules } from '../../packages/node/src/check-webhook/rules.ts'
import { signWebhook } from '../../packages/node/src/sign-webhook.ts'
import { type EventType, eventTypes } from '../../src/shared/event-types.ts'
import { eventBody } from '../../src/core/events/catalogue.ts'
import { answerTimeoutMs } from '../../src/webhooks/send.ts'
import { signatureHeaders } from '../../src/webhooks/sign.ts'
import { newDirectory } from '../support/temporary-directory.ts'
import {
  type Answer,
  check,
  key,
  readEvent,
  rightWay,
  serve,
  serveShop,
  type Way,
} from './shop-servers.ts'

const names = Object.keys(checks)
const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

test('docs/webhooks.md has a place for every rule that the report leads to, and names every check there', () => {
  for (const rule of Object.keys(rules) as Rule[])
    expect(page).toContain(`<a id="${linkOfRule(rule).split('#')[1]}"></a>`)
  for (const [name, { rule }] of Object.entries(checks)) {
    const row = page.split('\n').find((line) => line.includes(`<a id="${rule}"></a>`))
    expect(row).toContain(`\`${name}\``)
  }
})

test('it signs as the service does, by both schemes, and waits as long', async () => {
  const [event] = newTestEvents(1)
  const { eventId, body } = event!
  const sentAt = new Date()
  const signed = await signWebhook(key, { eventId, body, sentAtMs: sentAt.getTime() })
  const service = { name: key.apiKey, secret: key.apiSecret }
  expect(signed).toEqual(signatureHeaders(service, { eventId, body, sentAt }))
  expect(pace.answerMs).toBe(answerTimeoutMs)
})

test('what it sends are bodies of the catalogue, one of each type, of things that exist nowhere', () => {
  const events = newEventOfEachType()
  expect(events.map(({ eventType }) => eventType).sort()).toEqual(Object.keys(eventTypes).sort())
  for (const { eventType, body } of [...events, ...newTestEvents(2)])
    expect(eventBody(eventType as EventType).parse(JSON.parse(body))).toBeTruthy()
  const again = new Set(newEventOfEachType().map(({ eventId }) => eventId))
  expect(events.filter(({ eventId }) => again.has(eventId))).toEqual([])
})

test('an endpoint built with the client keeps every rule, and its echo answers what only it knows', async () => {
  const results = await check(await serveShop(rightWay))
  expect(results.filter(({ outcome }) => outcome !== 'Ok')).toEqual([])
  expect(results.map(({ check: name }) => name)).toEqual(names)
  expect(results.find(({ check: name }) => name === 'eitherSignature')!.why).toBe('it goes by both')
})

test('without an echo the report asks what only the merchant knows', async () => {
  const only = ['duplicates', 'duplicatesAtOnce', 'reorder', 'gapAndDelay']
  const results = await check(await serveShop(rightWay), { only, isWithEcho: false })
  expect(results.map(({ check: name }) => name)).toEqual(only)
  for (const { outcome, question } of results) {
    expect(outcome).toBe('NotSeen')
    expect(question).toMatch(/^Do(es)? your server|^Did your server/)
  }
})

test('an echo that says twice, or an older state, shows what answers do not', async () => {
  const handled: string[] = []
  const url = await serve((request, body) => {
    if (request.method === 'GET')
      return { status: 200, body: JSON.stringify({ handled, sequence: 1 }) }
    handled.push(readEvent(body).eventId)
    return { status: 200 }
  })
  const results = await check(url, { only: ['duplicates', 'reorder'] })
  expect(results.map(({ outcome, why }) => [outcome, why])).toEqual([
    ['Broken', 'acted on 3 times'],
    ['Broken', 'the resource stands at sequence 1, and 2 had come'],
  ])
})

const refuseAll = (answer: Answer) => serve(() => answer)

test('an endpoint that refuses everything proves nothing: the first is broken, and nothing else judged', async () => {
  const results = await check(await refuseAll({ status: 401, body: 'who are you?' }))
  const [first, ...others] = results
  expect(first).toMatchObject({
    outcome: 'Broken',
    why: 'an event as the service sends it: answered 401: who are you?; so it would be sent again and again',
    toDo: expect.stringContaining('is its secret that of this key?'),
  })
  expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set(['NotSeen']))
  expect(others).toHaveLength(names.length - 1)
})

test('one that shuts itself after a forged call, or counts calls, has refused none for its signature', async () => {
  let isShut = false
  const shutting: Way = async ({ check: verify }) => {
    if (isShut) return { status: 403 }
    try {
      await verify()
      return { status: 204 }
    } catch {
      isShut = true
      return { status: 401 }
    }
  }
  const [, forged] = await check(await serveShop(shutting), {
    only: ['signedEvent', 'wrongSecret'],
  })
  expect(forged).toMatchObject({
    outcome: 'NotSeen',
    why: 'refused by 401, and so was the same event as the service sends it (answered 403): that proves nothing',
  })
  const counting: Way = (call) =>
    call.check().then(
      () => ({ status: 204 }),
      () => ({ status: 429 }),
    )
  const [counted] = await check(await serveShop(counting), { only: ['wrongSecret'] })
  expect(counted).toMatchObject({ outcome: 'NotSeen' })
})

test('a failure is no refusal', async () => {
  const failing: Way = (call) =>
    call.check().then(
      () => ({ status: 204 }),
      () => ({ status: 500 }),
    )
  const [forged] = await check(await serveShop(failing), { only: ['changedBody'] })
  expect(forged).toMatchObject({
    outcome: 'Broken',
    why: 'an event changed after it was signed: answered 500; that is a failure and no refusal',
  })
})

test('no redirect is followed, and the report says to give the address that it leads to', async () => {
  let calls = 0
  const aim = await serve(() => {
    calls += 1
    return { status: 204 }
  })
  const url = await refuseAll({ status: 307, headers: { location: aim } })
  const [first] = await check(url, { only: ['signedEvent'] })
  expect(first).toMatchObject({
    outcome: 'Broken',
    why: 'an event as the service sends it was answered 307: no redirect is followed',
    toDo: 'Set the address that it leads to as your endpoint.',
  })
  expect(calls).toBe(0)
})

test('under a key of the main network nothing is sent that says that money came', async () => {
  const types = new Set<string>()
  const url = await serve((_, body) => {
    types.add(readEvent(body).eventType)
    return { status: 204 }
  })
  const results = await check(url, { apiKey: 'main_shop', isWithEcho: false })
  expect(results.find(({ check: name }) => name === 'everyType')).toMatchObject({
    outcome: 'NotSeen',
    why: expect.stringContaining('--real-events sends your own'),
  })
  expect([...types].sort()).toEqual(['SomethingOfLater', 'WebhookTest'])
})

test('what an endpoint answers is printed without what a terminal would obey', async () => {
  const body = 'no\u001b[2J\nway'
  const [first] = await check(await refuseAll({ status: 400, body }), { only: ['signedEvent'] })
  expect(first!.why).toContain('answered 400: no [2J way;')
})

const program = resolve(import.meta.dirname, '../../packages/node/src/command/main.ts')

/** Runs the command as people do; returns how it ended and what it printed. */
function run(args: string[], environment: Record<string, string> = {}) {
  const dataDirectory = environment['DATA_DIR'] ?? newDirectory('nothing')
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDirectory, ...environment }
  return new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    execFile(
      process.execPath,
      [program, 'check-webhook', ...args],
      { env },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

test('the command ends with 0 where all is right', async () => {
  const url = await serveShop(rightWay)
  const environment = { MANDATE_API_KEY: key.apiKey, MANDATE_API_SECRET: key.apiSecret }
  const { code, stdout } = await run([url, '--echo', url], environment)
  expect(stdout).toContain(`${names.length} ok, 0 broken, 0 not seen.`)
  expect(stdout).toMatch(
    /^ok {8}signedEvent {7}an event as the service sends it is taken: answered 204 in \d+ ms$/m,
  )
  expect(code).toBe(0)
})

test('the command ends with 1 where a rule is broken, with what to do and the line of docs/webhooks.md', async () => {
  const url = await serve(() => ({ status: 200, body: 'thanks' }))
  const { code, stdout } = await run([url, '--key', key.apiKey, '--secret', key.apiSecret])
  expect(stdout).toContain(
    'BROKEN    wrongSecret       an event signed with another secret is refused: an event signed with another secret was answered 200: anybody could send that\n' +
      '          Verify the signature over the raw body before anything else',
  )
  expect(stdout).toContain(' /docs/guides/webhooks#rule-signature\n')
  expect(stdout).toContain('Broken: rule-signature, rule-time.')
  expect(code).toBe(1)
})

test('an address where nothing listens is broken by that', async () => {
  const [first] = await check('http://127.0.0.1:9', { only: ['signedEvent'] })
  expect(first).toMatchObject({
    outcome: 'Broken',
    why: 'an event as the service sends it: nothing listens at this address; so it would be sent again and again',
  })
})

test('the command ends with 2 where it cannot check', async () => {
  const { code, stderr } = await run([])
  expect(stderr).toMatch(/^mandate: which endpoint\? Give one address/)
  expect(code).toBe(2)
})

const url = 'http://127.0.0.1:4000/hooks'
const nowhere = () => ({ DATA_DIR: newDirectory('nothing') })

test('key and secret are those of the options, of the environment, or of .data/dev.json', () => {
  const keyOf = (args: string[], environment: Record<string, string>) => {
    const asked = readArguments([url, ...args], environment)
    return asked === 'help' ? asked : asked.target.key
  }
  const options = ['--key', 'k', '--secret', 's']
  expect(keyOf(options, nowhere())).toEqual({ apiKey: 'k', apiSecret: 's' })
  const set = { MANDATE_API_KEY: key.apiKey, MANDATE_API_SECRET: key.apiSecret }
  expect(keyOf([], { ...nowhere(), ...set })).toEqual(key)
  const DATA_DIR = newDirectory('beside')
  const devJson = JSON.stringify({ baseUrl: 'http://127.0.0.1:9', merchant: key })
  writeFileSync(join(DATA_DIR, 'dev.json'), devJson)
  expect(keyOf([], { DATA_DIR })).toEqual(key)
  expect(keyOf(['--key', 'k', '--secret', 's'], { DATA_DIR })).toEqual({
    apiKey: 'k',
    apiSecret: 's',
  })
})

test.each([
  ['no key', [url], 'which API key?'],
  ['no secret', [url, '--key', 'k'], "the secret of the key 'k' is missing"],
  ['two addresses', [url, url, '--key', 'k', '--secret', 's'], 'Give one address'],
  ['a wrong address', ['ftp://shop', '--key', 'k', '--secret', 's'], 'give an http or https'],
  ['an unknown option', [url, '--fast'], "Unknown option '--fast'"],
  ['no service', [url, '--real-events', '--key', 'k', '--secret', 's'], 'which service'],
])('%s is said before anything is called', (_, args, message) => {
  expect(() => readArguments(args, nowhere())).toThrow(message)
})
