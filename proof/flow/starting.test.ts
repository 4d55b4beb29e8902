/** A start may not be alone, or lack something that is there later; and a stop ends everything. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import type { LaunchedServer } from '../../test/support/launched.ts'
import { findFreePort } from '../../src/embedded/ports.ts'
import { type Started, startService } from '../../src/main.ts'
import { localChains } from '../../src/shared/chains.ts'
import { createLog } from '../../src/shared/log.ts'
import { findMisspelt } from '../../src/shared/environment/misspelt.ts'
import { readSettings, settingNames } from '../../src/shared/settings.ts'
import { requireVersion } from '../../src/store/starting/reach-database.ts'
import { until } from '../support/until.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { emptyDatabaseUrl, freshDatabaseUrl, withDatabase } from '../../test/support/database.ts'
import { startTestNats } from '../../test/support/nats.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'

const patienceMs = 60_000
const ready = 'the service is ready'
const masterKey = randomBytes(32).toString('base64')

let nats: LaunchedServer
let chain: LaunchedServer
const services = new Set<Started>()
const processes = new Set<ChildProcess>()
beforeAll(async () => {
  ;[nats, chain] = await Promise.all([startTestNats(), startTestChain()])
})
afterEach(async () => {
  for (const one of services) await one.stop()
  for (const one of processes) one.kill('SIGKILL')
  services.clear()
  processes.clear()
})
afterAll(() => Promise.all([nats, chain].map((server) => server?.stop())))

/** The environment of a process with a directory of its own. */
function newEnvironment(environment: NodeJS.ProcessEnv, rpcUrl = chain.url) {
  const directory = newDirectory('starting')
  const chainsFile = join(directory, 'chains.json')
  writeFileSync(chainsFile, JSON.stringify([{ ...localChains[0], rpcUrls: [rpcUrl] }]))
  return {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: directory,
    CHAINS_FILE: chainsFile,
    NATS_URL: nats.url,
    MASTER_KEY: masterKey,
    START_WAIT_SECONDS: '30',
    ...environment,
  }
}

/** Starts the service as a process does, in this one; `said` is its log. */
function startHere(environment: NodeJS.ProcessEnv) {
  let said = ''
  const log = createLog('info', { write: (line) => void (said += line) })
  const starting = startService(readSettings(environment), log)
  void starting.then(
    (started) => services.add(started),
    () => undefined,
  )
  return { starting, said: () => said }
}

/** Starts the service as a process of its own. */
function startProcess(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  processes.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const closed = once(child, 'close') as Promise<[number | null]>
  const says = async (words: string) => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${said}`)
    return said.includes(words)
  }
  return {
    child,
    said: () => said,
    until: (words: string) => until(`it says '${words}'`, () => says(words), patienceMs),
    end: async () => (await closed)[0],
  }
}

test(
  'nine that start at once on an empty database all come up, and prepare it once',
  async () => {
    const DATABASE_URL = await emptyDatabaseUrl()
    const parts = ['worker', 'worker', 'relays', 'relays', 'watcher', 'watcher', 'worker,relays']
    const roles = [...parts, 'http,worker', 'http,worker']
    const started = await Promise.all(
      roles.map((ROLES) => startHere(newEnvironment({ DATABASE_URL, ROLES })).starting),
    )
    expect(started.filter(({ migrations }) => migrations.length > 0)).toHaveLength(1)
    expect(started.filter(({ service }) => service.directory.chains.length === 1)).toHaveLength(9)
    const { rows } = await started[0]!.service.database.pool.query(
      'select count(*)::int as merchants from merchant',
    )
    expect(rows).toEqual([{ merchants: 1 }])
  },
  2 * patienceMs,
)

/** An address at which the database of `url` answers once the gate is open. */
async function newGate(url: string) {
  const { hostname: host, port } = new URL(url)
  const gatePort = await findFreePort()
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host, port: Number(port) })
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far).pipe(near)
  })
  const gateUrl = new URL(url)
  gateUrl.port = String(gatePort)
  return {
    url: gateUrl.href,
    place: `127.0.0.1:${gatePort}`,
    open: () => server.listen(gatePort, '127.0.0.1'),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test(
  'a database server that is away is waited for, told once, and a start that waits ends when it is told to',
  async () => {
    const gate = await newGate(await freshDatabaseUrl())
    const environment = newEnvironment({ DATABASE_URL: gate.url, ROLES: 'worker' })
    const waiting = `waiting up to 30 s for PostgreSQL at ${gate.place} (DATABASE_URL)`
    const ended = startProcess(environment)
    await ended.until(waiting)
    ended.child.kill('SIGTERM')
    expect(await ended.end()).toBe(0)
    expect(ended.said()).toContain('stopped before the start was over')

    const early = startHere(environment)
    await until('it waits', async () => early.said().includes(waiting))
    gate.open()
    await (await early.starting).stop()
    gate.close()
    expect(early.said().split(waiting)).toHaveLength(2)
    const late = startHere({ ...environment, START_WAIT_SECONDS: '0' })
    await expect(late.starting).rejects.toThrow(
      `DATABASE_URL: PostgreSQL at ${gate.place} does not answer (connect ECONNREFUSED ${gate.place}): start it, or correct the address`,
    )
  },
  2 * patienceMs,
)

test('a database is never made by its name', async () => {
  const DATABASE_URL = databaseNamed('mandat')
  const { port } = new URL(DATABASE_URL)
  await expect(startHere(newEnvironment({ DATABASE_URL })).starting).rejects.toThrow(
    `there is no database 'mandat' at 127.0.0.1:${port}, and none is made: correct the name, or make it with \`createdb --host=127.0.0.1 --port=${port}`,
  )
  await withDatabase(inject('postgresUrl'), async ({ pool }) => {
    const { rowCount } = await pool.query(`select from pg_database where datname = 'mandat'`)
    expect(rowCount).toBe(0)
  })
})

function databaseNamed(name: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

test(
  'a process of each role starts while no node of any chain answers; at its end it finishes what it was asked, and says so',
  async () => {
    const rpcUrl = `http://127.0.0.1:${await findFreePort()}`
    const DATABASE_URL = await freshDatabaseUrl()
    const roles = ['http', 'worker', 'relays', 'watcher']
    const all = roles.map((ROLES) =>
      startProcess(newEnvironment({ DATABASE_URL, ROLES, START_WAIT_SECONDS: '2' }, rpcUrl)),
    )
    await Promise.all(all.map((one) => one.until(ready)))
    for (const one of all) expect(one.said()).toContain('a chain is absent')

    const { port } = new URL(/"url":"(http:[^"]+)"/.exec(all[0]!.said())![1]!)
    const login = beginLogin(Number(port))
    await fetch(`http://127.0.0.1:${port}/health`)
    for (const one of all) one.child.kill('SIGTERM')
    await all[0]!.until('"msg":"stopping"')
    login.finish()
    expect(await Promise.all(all.map((one) => one.end()))).toEqual([0, 0, 0, 0])
    expect(login.answer()).toMatch(/^HTTP\/1\.1 403 Forbidden.*password is wrong/s)
    for (const [index, one] of all.entries()) {
      const told = one.said().match(/^.*"msg":"stop.*$/gm)
      expect(told?.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'info', msg: 'stopping', signal: 'SIGTERM', roles: roles[index] },
        { time: expect.stringMatching(/^\d{4}-.*Z$/), msg: 'stopped', roles: roles[index] },
      ])
    }
  },
  2 * patienceMs,
)

/** Sends a request whose body is not there yet in full. */
function beginLogin(port: number) {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'none of theirs' })
  const head = `POST /dashboard/api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`)
  return { finish: () => socket.write(body.slice(5)), answer: () => answer }
}

test('a variable that is nearly a setting is told, and others are not', () => {
  const told = (...names: string[]) =>
    findMisspelt(Object.fromEntries(names.map((name) => [name, 'x'])), settingNames).map(
      ({ name, meant }) => `${name}: ${meant}`,
    )
  expect(told('DATABASE_ULR', 'MASTERKEY', 'ROLE', 'NATS_KEYFILE', 'data_dir')).toEqual([
    'DATABASE_ULR: DATABASE_URL',
    'MASTERKEY: MASTER_KEY',
    'ROLE: ROLES',
    'NATS_KEYFILE: NATS_KEY_FILE',
    'data_dir: DATA_DIR',
  ])
  const others = ['HOME', 'HOSTNAME', 'PGPORT', 'PGHOST', 'PATH', 'XDG_DATA_DIRS', 'POSTGRES_URL']
  expect(told(...others, ...settingNames)).toEqual([])
})

test('a PostgreSQL that is too old is refused', () => {
  expect(() => requireVersion(140_006)).toThrow('PostgreSQL 14 is too old: 15 or newer is needed')
  requireVersion(160_000)
})
