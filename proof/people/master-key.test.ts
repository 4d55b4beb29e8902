/** The master key: known to its database, and exchanged while the service runs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Started } from '../../src/main.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { startPlace } from '../../test/people/world.ts'

const merchantsMany = 250
const newKey = () => randomBytes(32).toString('base64')
const first = newKey()
const second = newKey()

let place: Awaited<ReturnType<typeof startPlace>>
beforeAll(async () => {
  place = await startPlace()
})
afterAll(() => place.stop())

const startWith = (MASTER_KEY: string, MASTER_KEY_OLD = '') =>
  place.start(undefined, { MASTER_KEY, MASTER_KEY_OLD })

async function newKeyHolder({ service }: Started) {
  const merchantId = await createMerchant(service, 'A shop')
  return createApiKey(service, { merchantId, network: 'TestNet' }, 'backend')
}

/** Asks for something that opens the merchant's sealed secret. */
async function call({ running }: Started, { name, secret }: { name: string; secret: string }) {
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  const url = `${running.url}/integration/subscription-plans`
  return (await fetch(url, { headers: { authorization } })).status
}

function runRotation(environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['scripts/run.mjs', 'scripts/rotate-master-key.ts'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: place.databaseUrl, ...environment },
    stdio: 'pipe',
  })
}

async function endOf(command: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = ''
  for (const stream of [command.stdout!, command.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(command, 'close')) as [number | null]
  return { code, said }
}

const countUnder = async ({ service }: Started) => {
  const { rows } = await service.database.pool.query<{ count: string }>(
    `select count(*) from merchant group by split_part(wrapped_key, '.', 2) order by 1`,
  )
  return rows.map(({ count }) => Number(count))
}

test('a database is not opened with another key than its own', async () => {
  const own = await startWith(first)
  await newKeyHolder(own)
  await own.stop()
  await expect(startWith(second)).rejects.toThrow(
    /are sealed under the master key [0-9a-f]{8}.*set MASTER_KEY to the key of this database/,
  )
  // A second process that would make a key file of its own.
  const elsewhere = newDirectory('other')
  const keyFile = join(elsewhere, 'master.key')
  await expect(place.start(undefined, { DATA_DIR: elsewhere })).rejects.toThrow(
    `this process was given none: put the file back that was ${keyFile} when they were sealed, or set MASTER_KEY to what it held`,
  )
  expect(existsSync(keyFile)).toBe(false)
  await (await startWith(first)).stop()
})

test('the key is exchanged while the service runs, also by a command that was killed', async () => {
  const before = await startWith(first)
  const early = await newKeyHolder(before)
  for (let count = 0; count < merchantsMany; count++) await createMerchant(before.service, 'Shop')
  await before.stop()

  const both = await startWith(second, first)
  const late = await newKeyHolder(both)
  expect(await Promise.all([early, late].map((key) => call(both, key)))).toEqual([200, 200])

  const statuses = new Set<number>()
  let isRotating = true
  const callers = [early, late].map(async (key) => {
    while (isRotating) statuses.add(await call(both, key))
  })
  const environment = { MASTER_KEY: second, MASTER_KEY_OLD: first }
  const killed = runRotation(environment)
  await vi.waitFor(async () => expect((await countUnder(both))[0]).toBeGreaterThan(5), {
    timeout: 20_000,
    interval: 2,
  })
  killed.kill('SIGKILL')
  const finished = await endOf(runRotation(environment))
  expect(finished).toMatchObject({ code: 0, said: expect.stringContaining('wrapped anew') })
  const again = await endOf(runRotation(environment))
  expect(again.said).toContain('0 data keys were wrapped anew')
  isRotating = false
  await Promise.all(callers)
  expect([...statuses]).toEqual([200])
  expect(await countUnder(both)).toHaveLength(1)
  await both.stop()

  await expect(startWith(first)).rejects.toThrow(/sealed under the master key/)
  const after = await startWith(second)
  expect(await Promise.all([early, late].map((key) => call(after, key)))).toEqual([200, 200])
  const { merchant } = after.demo!.devJson
  expect(await call(after, { name: merchant.apiKey, secret: merchant.apiSecret })).toBe(200)
  const login = await fetch(`${after.running.url}/dashboard/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: merchant.email, password: merchant.password }),
  })
  expect(login.status).toBe(200)
  await after.stop()
})

test('the command asks for both keys, and refuses a key that the database does not know', async () => {
  const without = await endOf(runRotation({ MASTER_KEY: second }))
  expect(without).toMatchObject({ code: 1, said: expect.stringContaining('MASTER_KEY_OLD') })
  const foreign = await endOf(runRotation({ MASTER_KEY: newKey(), MASTER_KEY_OLD: newKey() }))
  expect(foreign).toMatchObject({ code: 1, said: expect.stringContaining('sealed under') })
})
