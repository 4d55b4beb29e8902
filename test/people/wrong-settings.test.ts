/** Wrong settings: each ends the start with one line that names the setting, what it is, and what it has to be. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedServer } from '../../src/embedded/server.ts'
import { startService } from '../../src/main.ts'
import { readIntended } from '../../src/intended.ts'
import { localChains } from '../../src/shared/chains.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { startTestChain } from '../support/chain.ts'
import { type ConfiguredNats, startConfiguredNats } from '../support/configured-nats.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const secret = 'hunter2'
const key = randomBytes(32).toString('base64')
const patienceMs = 60_000

let directory: string
const fileOf = (name: string, text: string) => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}
const chainsFile = (name: string, chain: object) =>
  fileOf(name, JSON.stringify([{ ...localChains[0], ...chain }]))

beforeAll(() => void (directory = newDirectory('wrong')))

/** Reads settings as a start does, before it reaches anything; returns what it says. */
function faultOf(environment: NodeJS.ProcessEnv): string {
  try {
    readIntended(readSettings({ DATA_DIR: directory, ...environment }))
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing is wrong'
}

const port = 'must be a whole number from 0 to 65535; 0 is any that is free'
const web =
  'must be an address that starts with https:// or http://, such as https://pay.example.com'
const postgres =
  'must be like postgresql://user:password@host:5432/database, with what is neither letter nor digit percent-encoded'
const nats =
  'is not like nats://user:password@host:4222; percent-encode what is neither letter nor digit in a password'

test.each<[NodeJS.ProcessEnv, string]>([
  [{ PORT: 'http' }, `PORT: ${port} (it is 'http')`],
  [{ PORT: '70000' }, `PORT: ${port} (it is '70000')`],
  [{ PROBE_PORT: '-1' }, `PROBE_PORT: ${port} (it is '-1')`],
  [
    { DATABASE_CONNECTIONS: '9' },
    `DATABASE_CONNECTIONS: must be a whole number from 10 to 500 (it is '9')`,
  ],
  [
    { LOG_LEVEL: 'loud' },
    `LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent (it is 'loud')`,
  ],
  [
    { ROLES: 'http,api' },
    `ROLES: must be one or more of http, worker, relays, watcher, with commas between (it is 'http,api')`,
  ],
  [{ BASE_URL: 'pay.example.com' }, `BASE_URL: ${web} (it is 'pay.example.com')`],
  [{ WIDGET_URL: 'ftp://pay.example.com' }, `WIDGET_URL: ${web} (it is 'ftp://pay.example.com')`],
  [
    { DATABASE_URL: `mysql://me:${secret}@db:3306/x` },
    `DATABASE_URL: ${postgres} (it is 'mysql://…')`,
  ],
  [{ DATABASE_URL: secret }, `DATABASE_URL: ${postgres} (what it is is not shown)`],
  [
    { DATABASE_URL: `postgres://me:${secret}#@db/x` },
    `DATABASE_URL: ${postgres} (it is 'postgres://…')`,
  ],
  [
    { START_WAIT_SECONDS: 'long' },
    `START_WAIT_SECONDS: must be a whole number of seconds from 0 to 3600 (it is 'long')`,
  ],
  [
    { ALLOW_PRIVATE_WEBHOOKS: 'yes' },
    `ALLOW_PRIVATE_WEBHOOKS: must be true or false (it is 'yes')`,
  ],
  [{ NATS_URL: `nats://me:${secret}@` }, `NATS_URL: the address of NATS ${nats}`],
  [
    { NATS_URL: 'http://nats:4222' },
    'NATS_URL: the address of NATS starts with http://: use nats:// or tls://',
  ],
  [
    { MASTER_KEY: 'c2hvcnQ=' },
    'MASTER_KEY must be 32 bytes in base64 and has 5; make one with: openssl rand -base64 32',
  ],
  [
    { MASTER_KEY: key, MASTER_KEY_OLD: 'c2hvcnQ=' },
    'MASTER_KEY_OLD must be 32 bytes in base64 and has 5; make one with: openssl rand -base64 32',
  ],
  [
    { SMTP_URL: `smtp://me:${secret}@mail` },
    'SMTP_URL is set, and MAIL_FROM is not: mails need an address that they are from',
  ],
  [
    { TRUST_PROXY: 'true' },
    "TRUST_PROXY: 'true' would believe what the client itself writes; write how many proxies stand in front, such as 1, or their addresses and networks, such as 203.0.113.7,fd00::/8 (it is 'true')",
  ],
])('%j is named at the start', (environment, expected) => {
  expect(faultOf(environment)).toBe(expected)
})

const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ '.split('')
const addresses = (password: string): NodeJS.ProcessEnv[] => [
  { DATABASE_URL: `postgresql://mandate:${password}@127.0.9.1:5432/mandate?sslmode=requir` },
  { DATABASE_URL: `postgresql://mandate:${password}@127.0.9.1:5432/mandate?ssl=true` },
  { DATABASE_URL: `postgresql://mandate:${password}` },
  { DATABASE_URL: `postgresql://mandate:${password}/127.0.9.1` },
  { NATS_URL: `nats://me:${password}@127.0.9.1:0x1` },
  { NATS_URL: `http://me:${password}@127.0.9.1` },
  { NATS_URL: `nats://me:${password}@127.0.9.1:4222,127.0.9.2` },
  { SMTP_URL: `smtp://me:${password}@mail/x`, MAIL_FROM: 'me@example.com' },
  {
    SMTP_URL: `smtp://me:${password}@mail`,
    MAIL_FROM: 'me@example.com',
    BASE_URL: 'https://pay.example.com',
  },
  { BASE_URL: `ftp://me:${password}@example.com` },
  { OTEL_EXPORTER_OTLP_ENDPOINT: `grpc://me:${password}@example.com` },
]

test('no part of a password is told, whatever signs are in it', () => {
  const [begins, ends] = ['Zebra', 'Quagga9']
  const passwords = punctuation.flatMap((one) => [
    `${begins}${one}${ends}`,
    ...punctuation.map((other) => `12345${one}${ends}${other}${begins}`),
  ])
  const told = passwords
    .flatMap(addresses)
    .map((environment) => ({ environment, said: faultOf(environment) }))
  expect(told.filter(({ said }) => said.includes(begins) || said.includes(ends))).toEqual([])
  expect(new Set(told.map(({ said }) => said.split(' ')[0])).size).toBeGreaterThan(1)
})

test('files that are named and cannot be used are named, each in one line', () => {
  const gone = join(directory, 'gone')
  const json = fileOf('no.json', `{"rpcUrls": ["https://x/${secret}" oops`)
  const unknown = chainsFile('unknown.json', { confirmation: 3 })
  const expected: [NodeJS.ProcessEnv, RegExp][] = [
    [{ MASTER_KEY_FILE: gone }, /^MASTER_KEY_FILE: .*gone cannot be read: ENOENT/],
    [{ NATS_URL: 'nats://x', NATS_CREDS_FILE: gone }, /^NATS_CREDS_FILE: .*gone cannot be read/],
    [{ CHAINS_FILE: gone }, /^CHAINS_FILE: .*gone cannot be read: ENOENT$/],
    [{ CHAINS_FILE: json }, /^the chains file .*no.json \(CHAINS_FILE\) cannot be read as JSON/],
    [
      { CHAINS_FILE: unknown },
      /^the chains file .*is not valid: .*"confirmation".*did you mean "confirmations"/,
    ],
  ]
  for (const [environment, line] of expected) {
    expect(faultOf(environment)).toMatch(line)
    expect(faultOf(environment)).not.toMatch(new RegExp(`\n|${secret}`))
  }
})

let servers: Pick<EmbeddedServer, 'stop'>[] = []
let withoutJetStream: ConfiguredNats
let withUsers: ConfiguredNats
let rpcUrl: string
beforeAll(async () => {
  const users = 'jetstream: enabled\nauthorization { user: me, password: right }'
  const [chain, ...started] = await Promise.all([
    startTestChain(),
    startConfiguredNats(''),
    startConfiguredNats(users),
  ])
  ;[withoutJetStream, withUsers] = started
  rpcUrl = chain.url
  servers = [chain, ...started]
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

/** Settings with which a worker would start. */
const right = async () => ({
  ROLES: 'worker',
  DATA_DIR: newDirectory('right'),
  DATABASE_URL: await freshDatabaseUrl(),
  NATS_URL: `nats://me:right@${withUsers.host}`,
  MASTER_KEY: key,
  CHAINS_FILE: chainsFile('right.json', { rpcUrls: [rpcUrl] }),
  PORT: '0',
  START_WAIT_SECONDS: '1',
})

function withPart(url: string, part: 'hostname' | 'password' | 'pathname', value: string) {
  const changed = new URL(url)
  changed[part] = value
  return changed.href
}

test(
  'what only a server can tell is told as well, within the time that a start waits',
  async () => {
    const settings = await right()
    const url = settings.DATABASE_URL
    const expected: [NodeJS.ProcessEnv, RegExp][] = [
      [
        { DATABASE_URL: withPart(url, 'hostname', 'nowhere.invalid') },
        /^DATABASE_URL: PostgreSQL at nowhere.invalid:\d+ does not answer .*: start it, or correct the address$/,
      ],
      [
        { DATABASE_URL: withPart(url, 'password', secret) },
        /^DATABASE_URL: PostgreSQL at .* does not let the user '\w+' into 'test_\w+' .*: correct the user or the password$/,
      ],
      [
        { DATABASE_URL: withPart(url, 'pathname', '/mandat') },
        /^DATABASE_URL: there is no database 'mandat' at .*: correct the name, or make it with/,
      ],
      [
        { NATS_URL: 'nats://127.0.0.1:1' },
        /^NATS does not answer at 127.0.0.1:1 \(NATS_URL\) as it has to, for 1 s: /,
      ],
      [
        { NATS_URL: `nats://me:${secret}@${withUsers.host}` },
        /^NATS does not let the service in at .* as the user 'me': correct the user or the password \(NATS_URL\)$/,
      ],
      [
        { NATS_URL: `nats://${withoutJetStream.host}` },
        /^NATS does not answer at .* \(NATS_URL\) as it has to, for 1 s: it runs without JetStream: start it with --jetstream$/,
      ],
      [
        { CHAINS_FILE: chainsFile('other.json', { rpcUrls: [rpcUrl], chainId: 5 }) },
        /serves chain 31337, but the chains file says that LocalTestNet is 5$/,
      ],
      [
        { DATA_DIR: join(settings.CHAINS_FILE, 'x') },
        /^DATA_DIR: .* cannot be written into by this account: ENOTDIR/,
      ],
    ]
    // One after another: eight services that start at once take their own connections' time.
    for (const [environment, line] of expected) {
      const told = await startService(
        readSettings({ ...settings, ...environment }),
        createLog('silent'),
      ).then(
        async (started) => started.stop().then(() => 'it started'),
        (error: Error) => error.message,
      )
      expect(told).toMatch(line)
      expect(told).not.toMatch(new RegExp(`\n|${secret}`))
    }
  },
  patienceMs,
)

/** Runs the service as its own process until it ends. */
async function runService(environment: NodeJS.ProcessEnv) {
  const service = spawn(process.execPath, ['src/main.ts'], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  service.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(service, 'close')) as [number | null]
  return { code, said }
}

test(
  'a process ends with 1 and the line alone, for settings as for a port that is taken',
  async () => {
    const settings = await right()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port: takenPort } = taken.address() as AddressInfo
    const [wrong, late] = await Promise.all([
      runService({ ...settings, PORT: 'http' }),
      runService({ ...settings, ROLES: 'http', PORT: String(takenPort) }),
    ])
    expect(wrong).toEqual({ code: 1, said: `PORT: ${port} (it is 'http')\n` })
    expect(late.code).toBe(1)
    expect(late.said).toMatch(
      /^PORT: the service cannot listen on 127.0.0.1:\d+ .*EADDRINUSE.*; stop what listens there, or choose another port\n$/,
    )
    taken.close()
  },
  patienceMs,
)
