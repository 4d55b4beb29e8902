/** A newcomer runs these beside a service: the first webhook, `mandate listen`, and the check of an endpoint. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMandate, type Event, type Mandate } from '../../packages/node/src/index.ts'
import { writeDevJson } from '../../src/embedded/demo/dev-json.ts'
import { type FlowWorld, startWorld } from '../flow/world.ts'
import { settle } from '../support/settle.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const root = resolve(import.meta.dirname, '../..')

let world: FlowWorld
let mandate: Mandate
/** A service leaves it with the file that says where it is. */
let dataDirectory: string
const running: ChildProcess[] = []

beforeAll(async () => {
  world = await startWorld()
  const { devJson } = world.service.demo!
  mandate = createMandate({ baseUrl: devJson.baseUrl, ...devJson.merchant })
  dataDirectory = newDirectory('beside')
  writeDevJson(join(dataDirectory, 'dev.json'), devJson)
})
afterAll(async () => {
  for (const child of running) child.kill()
  await world.stop()
})

/** Runs a program of the project; `lines` are what it prints. */
function run(program: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: { ...process.env, DATA_DIR: dataDirectory, XDG_STATE_HOME: dataDirectory },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const lines: string[] = []
  let more = Promise.withResolvers<void>()
  const tell = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      tell()
    })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  let isOver = false
  void ended.then(() => {
    isOver = true
    tell()
  })
  return {
    lines,
    ended,
    stop: () => child.kill('SIGINT'),
    /** Resolves as soon as a line like this is printed, and fails where there are two of them. */
    async printed(pattern: RegExp): Promise<void> {
      const alike = () => lines.filter((line) => pattern.test(line))
      while (alike().length === 0 && !isOver) await more.promise
      if (alike().length === 0) throw new Error(`it ended without ${pattern}: ${lines.join('\n')}`)
      expect(alike()).toHaveLength(1)
    },
  }
}

const listen = (...args: string[]) => run('packages/node/src/command/main.ts', 'listen', ...args)
const checkWebhook = (...args: string[]) =>
  run('packages/node/src/command/main.ts', 'check-webhook', ...args)

const createPayment = async () => {
  const { now } = await mandate.testClock.read()
  const { code } = world.service.demo!.devJson.chains[0]!.assets[0]!
  const expiresAt = new Date(Date.parse(now) + 3_600_000)
  return mandate.payments.create({ amount: { value: '10', currency: code }, expiresAt })
}

/** Where the demo merchant's webhooks go, as the dashboard says; where they go from now on, if a url is given. */
async function endpoint(url?: string): Promise<string | null> {
  const { baseUrl, merchant } = world.service.demo!.devJson
  const ask = (method: string, path: string, body: object | null, cookie = '') =>
    fetch(`${baseUrl}/dashboard/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: body && JSON.stringify(body),
    })
  const { email, password } = merchant
  const login = await ask('POST', '/login', { email, password })
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]
  const path = '/test/webhook-endpoint'
  const answer = await (url
    ? ask('PUT', path, { url, proof: { password } }, cookie)
    : ask('GET', path, null, cookie))
  return ((await answer.json()) as { url: string | null }).url
}

test('the example program receives its first webhook, verifies it, prints it, and puts the endpoint back', async () => {
  const mine = await endpoint('http://127.0.0.1:9/mine')
  const example = run('examples/first-webhook.ts')
  expect(await example.ended).toBe(0)
  const verified = example.lines.findIndex((line) => line.startsWith('verified: PaymentCreated '))
  expect(verified).toBeGreaterThan(0)
  const event = JSON.parse(example.lines.slice(verified + 1).join('\n'))
  expect(event).toMatchObject({
    eventType: 'PaymentCreated',
    payment: { metadata: { order: 4711 } },
  })
  expect(await endpoint()).toBe(mine)
})

test('listen prints what happens, forwards it signed, and goes on where it was after Ctrl-C', async () => {
  const received: Event[] = []
  const statuses: number[] = []
  const shop = createServer((request, response) => {
    buffer(request)
      .then((rawBody) => mandate.webhooks.unwrap(rawBody, request.headers))
      .then((event) => {
        received.push(event)
        statuses.push(request.url === '/hooks?shop=1' ? 204 : 404)
        response.writeHead(204).end()
      })
      .catch(() => response.writeHead(401).end())
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hooks?shop=1`

  const first = listen('--forward-to', url)
  await first.printed(
    /^forwarding to .*a call with a wrong signature was refused, as it should be \(401/,
  )
  expect(first.lines[0]).toMatch(/from now on, log number \d+/)
  const payment = await createPayment()
  await first.printed(
    new RegExp(
      `^#\\d+  PaymentCreated +Created +payment ${payment.id}  sequence 1  \\d+ ms  signature ok, 204 in \\d+ ms$`,
    ),
  )
  first.stop()
  expect(await first.ended).toBe(0)
  const { logNumber } = received.at(-1)!
  expect(first.lines.at(-1)).toBe(
    `Ended behind log number ${logNumber}; the next run goes on there.`,
  )

  // The next run reports once what happens meanwhile.
  await mandate.payments.cancel(payment.id)
  const second = listen('--forward-to', url, '--filter', 'PaymentStatusChanged')
  await second.printed(/^#\d+  PaymentStatusChanged/)
  second.stop()
  await second.ended
  shop.close()
  expect(second.lines[0]).toContain(`going on behind log number ${logNumber}`)
  const ofPayment = received.filter(
    (event) => 'payment' in event && event.payment.id === payment.id,
  )
  expect(ofPayment.map(({ eventType, sequence }) => `${eventType} ${sequence}`)).toEqual([
    'PaymentCreated 1',
    'PaymentStatusChanged 2',
  ])
  const logged = await mandate.events.list({ after: logNumber - 1 }).toArray()
  expect(received.slice(-2)).toEqual(
    logged.filter(({ eventId }) => received.some((event) => event.eventId === eventId)),
  )
  expect(new Set(statuses)).toEqual(new Set([204]))
})

test('a program that is away misses nothing, and what it refuses is told', async () => {
  let status = 500
  const called: Event[] = []
  const shop = createServer((request, response) => {
    void buffer(request).then(async (rawBody) => {
      const event = await mandate.webhooks.unwrap(rawBody, request.headers).catch(() => null)
      if (event) called.push(event)
      response.writeHead(event ? status : 401).end()
    })
  })
  const open = (port = 0) => new Promise<void>((done) => shop.listen(port, '127.0.0.1', done))
  await open()
  const { port } = shop.address() as AddressInfo
  const listening = listen('--forward-to', String(port), '--filter', 'PaymentCreated')
  await listening.printed(/^forwarding to /)
  shop.closeAllConnections()
  await new Promise((done) => shop.close(done))
  const { id } = await createPayment()
  await listening.printed(
    /^waiting: .* gives no answer \(ECONNREFUSED\); it is called until it does/,
  )
  await open(port)
  await listening.printed(
    new RegExp(`payment ${id} .* signature ok, 500 in \\d+ ms, at call \\d+, NOT TAKEN$`),
  )
  status = 204
  const other = await createPayment()
  await listening.printed(new RegExp(`payment ${other.id} .* signature ok, 204 in \\d+ ms$`))
  listening.stop()
  expect(await listening.ended).toBe(0)
  shop.close()
  const [refused] = called
  // The program says once of each what became of it; a call may come twice, where its connection was lost.
  expect(listening.lines.filter((line) => line.includes('signature ok'))).toHaveLength(2)
  const ids = called.map((event) => 'payment' in event && event.payment.id)
  expect([...new Set(ids)]).toEqual([id, other.id])
  expect(listening.lines.at(-2)).toBe(
    `Not taken: ${refused!.logNumber}. --after ${refused!.logNumber - 1} calls from there again.`,
  )
})

test('listen shows everything from the beginning if asked to, finds no gap, and says what it cannot do', async () => {
  const whole = listen('--after', '0')
  const last = (await mandate.events.list({ limit: 1_000 }).toArray()).at(-1)!
  await whole.printed(new RegExp(`^#${last.logNumber}  `))
  whole.stop()
  await whole.ended
  const numbers = whole.lines.flatMap((line) => /^#(\d+) /.exec(line)?.[1] ?? [])
  expect(numbers.slice(0, 3)).toEqual(['1', '2', '3'])
  expect(whole.lines.filter((line) => line.startsWith('GAP'))).toEqual([])

  const refusals = [
    [
      ['--after', 'yesterday'],
      /^mandate: BadRequest \(400\): after must be a log number.*'yesterday'/,
    ],
    [
      ['--forward-to', 'nowhere'],
      /^mandate: --forward-to is 'nowhere'; give an http or https address/,
    ],
    [['--after', '99999'], /^mandate: the log ends with number \d+, so nothing is behind 99999/],
    [
      ['--filter', 'PaymentStatusChange'],
      /^mandate: BadRequest \(400\): eventTypeIn.0 must be among.*'PaymentStatusChange'/,
    ],
    [['--url', 'localhost:8080'], /^mandate: --url is 'localhost:8080'; give an address such as/],
    [
      ['--key', 'test_other'],
      /^mandate: the secret of the key 'test_other' is missing: set MANDATE_API_SECRET/,
    ],
  ] as const
  const tried = refusals.map(async ([args, said]) => {
    const refused = run('scripts/mandate.mjs', 'listen', ...args)
    expect(await refused.ended).toBe(1)
    expect(refused.lines.at(-1)).toMatch(said)
  })
  await Promise.all(tried)
})

test('check-webhook sends the events of the log again, in both orders, and makes nothing at the service', async () => {
  const payment = await createPayment()
  await mandate.payments.cancel(payment.id)
  const ofPayment = async () =>
    (await mandate.events.list({ after: 0 }).toArray(1_000)).filter(
      (event) => 'payment' in event && event.payment.id === payment.id,
    )
  await settle(world.service.service)
  expect(await ofPayment()).toHaveLength(2)
  const logged = await mandate.events.list({ after: 0 }).toArray(1_000)
  const known = new Set(logged.map(({ eventId }) => eventId))
  const received: string[] = []
  const shop = createServer((request, response) => {
    buffer(request)
      .then((rawBody) => mandate.webhooks.unwrap(rawBody, request.headers))
      .then(({ eventId }) => {
        received.push(eventId)
        response.writeHead(204).end()
      })
      .catch(() => response.writeHead(401).end())
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
  const checked = checkWebhook(url, '--real-events')
  expect(await checked.ended).toBe(0)
  shop.close()
  const newest = [...new Map(logged.map((event) => [event.eventType, event])).values()]
    .sort((one, other) => one.logNumber - other.logNumber)
    .map(({ eventId }) => eventId)
  expect(checked.lines).toContainEqual(
    expect.stringMatching(new RegExp(`^ok +realEvents +${newest.length} of your own events are`)),
  )
  expect(received.filter((id) => known.has(id))).toEqual([...newest, ...newest.toReversed()])
  expect(await mandate.events.list({ after: 0 }).toArray(1_000)).toEqual(logged)
})
