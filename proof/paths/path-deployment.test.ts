/** A deployment on which paths cannot run is refused in one line, before any of them runs, and is left as it was. */
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { requireDeployment } from './reports/require-deployment.ts'
import type { LaunchedServer } from '../../test/support/launched.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'
import { newMerchant, startWorld as startHttpWorld } from '../../test/http/world.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'

let world: FlowWorld
let sameId: LaunchedServer
let mainNet: LaunchedServer
let reading: Server
let dev: DevJson

beforeAll(async () => {
  ;[world, sameId, mainNet] = await Promise.all([
    startWorld(),
    startTestChain(),
    startTestChain({ chainId: 1 }),
  ])
  dev = world.merchant.dev
  reading = createServer((request, response) => {
    void text(request)
      .then(passOn)
      .then((answer) => response.end(answer))
  }).listen(0, '127.0.0.1')
})
afterAll(async () => {
  reading.close()
  await Promise.all([world.stop(), sameId.stop(), mainNet.stop()])
})

/** Passes `eth_` calls on to the chain, as a node on the Internet does, and nothing else. */
async function passOn(body: string): Promise<string> {
  const { method } = JSON.parse(body) as { method: string }
  const error = { code: -32_601, message: 'the method does not exist' }
  if (!method.startsWith('eth_')) return JSON.stringify({ error })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(world.rpcUrl, { method: 'POST', headers, body })
  return answer.text()
}
const readingUrl = () => `http://127.0.0.1:${(reading.address() as AddressInfo).port}`

const file = (content: object): string => {
  const path = join(newDirectory('deployment'), 'file.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

/** The credentials, with changes of the merchant's. */
const credentials = (changes: Partial<DevJson['merchant']> = {}): string =>
  file({ ...dev, merchant: { ...dev.merchant, ...changes } })

const require = (changes: NodeJS.ProcessEnv): Promise<void> =>
  requireDeployment({
    PATHS_BASE_URL: dev.baseUrl,
    PATHS_CREDENTIALS: credentials(),
    ...changes,
  })

const nowhere = 'http://127.0.0.1:9'

const endpoint = () => world.merchant.asPerson<{ url: string }>('GET', '/test/webhook-endpoint')

test('one with a test clock is taken, its chain asked where this machine reaches it', async () => {
  const chains = [{ ...dev.chains[0], rpcUrl: nowhere }]
  await require({
    PATHS_CREDENTIALS: file({ ...dev, chains }),
    PATHS_OPERATOR: file(world.service.demo!.operator),
    PATHS_RPC_URL: world.rpcUrl,
    PATHS_RECEIVER_HOST: 'localhost',
  })
  expect(await endpoint()).toMatchObject({ url: world.receiver.url, status: 'Answering' })
})

const refused: [string, () => NodeJS.ProcessEnv, RegExp][] = [
  [
    'a service that does not answer',
    () => ({ PATHS_BASE_URL: nowhere }),
    /^http:\/\/127.0.0.1:9\/health does not answer: .+\.$/,
  ],
  [
    'another server',
    () => ({ PATHS_BASE_URL: world.rpcUrl }),
    /answers, but not as this service does/,
  ],
  [
    'an API key that is not known',
    () => ({ PATHS_CREDENTIALS: credentials({ apiKey: 'test_x' }) }),
    /does not take the API key of --credentials: There is no API key/,
  ],
  [
    'a wrong secret',
    () => ({ PATHS_CREDENTIALS: credentials({ apiSecret: 'x' }) }),
    /does not take the API key of --credentials: The secret .+ is wrong/,
  ],
  [
    'a wrong password',
    () => ({ PATHS_CREDENTIALS: credentials({ password: 'x' }) }),
    /does not let demo@.+ in with the password of --credentials/,
  ],
  [
    'a wrong password of an operator',
    () => ({ PATHS_OPERATOR: file({ email: 'operator@x.example', password: 'x' }) }),
    /does not let operator@x.example in with the password of --operator/,
  ],
  [
    'a chain that does not answer',
    () => ({ PATHS_RPC_URL: nowhere }),
    /^http:\/\/127.0.0.1:9 does not answer: .+ Say by --rpc-url/,
  ],
  [
    'a server that is no chain',
    () => ({ PATHS_RPC_URL: dev.baseUrl }),
    /does not answer as a chain: 4\d\d\. Say by --rpc-url/,
  ],
  [
    'a main network',
    () => ({ PATHS_RPC_URL: mainNet.url }),
    /has the chain id 1, and LocalTestNet has 31337/,
  ],
  ['a local chain of somebody else', () => ({ PATHS_RPC_URL: sameId.url }), /but is another one/],
  [
    'a node that makes no blocks when it is told to',
    () => ({ PATHS_RPC_URL: readingUrl() }),
    /does not take the commands of a local one.+: anvil_nodeInfo: the method does not exist\.$/,
  ],
  [
    'a machine that webhooks do not reach',
    () => ({ PATHS_RECEIVER_HOST: 'no-such-machine' }),
    /do not come to http:\/\/no-such-machine:\d+\/hooks: .+ Say by --receiver-host/,
  ],
]

test.each(refused)('%s is refused', async (_, changes, message) => {
  const failure = await require(changes()).then(
    () => 'it was taken',
    (error: Error) => error.message,
  )
  expect(failure).toMatch(message)
  expect(failure).not.toContain('\n')
  expect(await endpoint()).toMatchObject({ url: world.receiver.url })
})

test('a service without a test clock is refused in its own words', async () => {
  const other = await startHttpWorld()
  try {
    const { name: apiKey, secret: apiSecret } = await newMerchant(other)
    const changes = {
      PATHS_BASE_URL: other.url,
      PATHS_CREDENTIALS: credentials({ apiKey, apiSecret }),
    }
    await expect(require(changes)).rejects.toThrow(
      /^Paths move a test clock\. .+ says: There is no test clock: not every chain here is a local one\.$/,
    )
  } finally {
    await other.stop()
  }
})
