import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../src/shared/log.ts'
import type { Started } from '../../src/main.ts'
import { startRpcProxy } from '../chain/rpc-proxy.ts'
import { asReal, newVisitor, startPlace } from './world.ts'

let place: Awaited<ReturnType<typeof startPlace>>
beforeAll(async () => {
  place = await startPlace()
})
afterAll(() => place.stop())

/** Tries what the demo's merchant and operator get: by key, by login, and by a session of before. */
async function tryDemo(started: Started, first: Started, session: string) {
  const { merchant } = first.demo!.devJson
  const { operator } = first.demo!
  const basic = Buffer.from(`${merchant.apiKey}:${merchant.apiSecret}`).toString('base64')
  const byKey = await fetch(`${started.running.url}/integration/subscription-plans`, {
    headers: { authorization: `Basic ${basic}` },
  })
  const bySession = await fetch(`${started.running.url}/dashboard/api/me`, {
    headers: { cookie: session },
  })
  return {
    key: byKey.status,
    login: (await newVisitor(started).logIn(merchant.email, merchant.password)).status,
    operator: (await newVisitor(started).logIn(operator.email, operator.password)).status,
    session: bySession.status,
    text: await byKey.text(),
  }
}

test('the demo is let in on local chains, and nowhere else', async () => {
  const local = await place.start()
  const { devJson } = local.demo!
  const visitor = newVisitor(local)
  await visitor.logIn(devJson.merchant.email, devJson.merchant.password)
  const session = visitor.cookie
  expect(await tryDemo(local, local, session)).toMatchObject({
    key: 200,
    login: 200,
    operator: 200,
    session: 200,
  })
  await local.stop()

  const said: string[] = []
  const log = createLog('warn')
  log.warn = (...words: unknown[]) => void said.push(JSON.stringify(words))
  const withKey = { MASTER_KEY_FILE: join(place.directory, 'master.key') }
  const real = await place.start(asReal(place, devJson), withKey, log)
  expect(real.demo).toBeNull()
  const tried = await tryDemo(real, local, session)
  expect(tried).toMatchObject({ key: 403, login: 403, operator: 403, session: 403 })
  expect(tried.text).toContain('LocalTestNet is not a local chain')
  expect(said.join()).toContain('operator@mandate.local')
  await real.stop()

  const again = await place.start()
  expect(await tryDemo(again, local, session)).toMatchObject({ key: 200, login: 200 })
  await again.stop()
})

test('a chain of the main network cannot call itself embedded', async () => {
  const [chain] = place.local
  await expect(place.start([{ ...chain, network: 'MainNet' }])).rejects.toThrow(/never "embedded"/)
})

test('an embedded chain whose node is no local one does not start', async () => {
  const proxy = await startRpcProxy(() => place.rpcUrl)
  proxy.behaviour = ({ method }) =>
    method.startsWith('anvil_')
      ? Promise.resolve({ error: { code: -32601, message: 'no such method' } })
      : undefined
  const [chain] = place.local
  await expect(place.start([{ ...chain, rpcUrls: [proxy.url] }])).rejects.toThrow(
    /does not answer anvil_nodeInfo/,
  )
  await proxy.stop()
})
