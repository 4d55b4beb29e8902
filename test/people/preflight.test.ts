/** `npm run operator -- preflight` against a setup that is right, and one in which nearly nothing is. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectChain } from '../../src/chain/clients.ts'
import {
  deployDemoToken,
  deployDepositFactory,
  deployFactory,
} from '../../src/chain/deployments/deploy-contracts.ts'

import { lookAtPlaces } from '../../scripts/preflight/look-at-places.ts'
import { localChains } from '../../src/shared/chains.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { startTestChain } from '../support/chain.ts'
import { type ConfiguredNats, startConfiguredNats } from '../support/configured-nats.ts'
import { emptyDatabaseUrl, freshDatabase } from '../support/database.ts'
import type { LaunchedServer } from '../support/launched.ts'
import { newDirectory } from '../support/temporary-directory.ts'

/** Public: the key of the node's second development account. */
const deployerKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const secret = 'hunter2'
const patienceMs = 90_000
const newKey = () => randomBytes(32).toString('base64')

let database: Awaited<ReturnType<typeof freshDatabase>>
let broken: Awaited<ReturnType<typeof freshDatabase>>
let chain: LaunchedServer
let nats: ConfiguredNats
let realChain: object
beforeAll(async () => {
  ;[database, broken, chain, nats] = await Promise.all([
    freshDatabase(),
    freshDatabase(),
    startTestChain(),
    startConfiguredNats('jetstream: enabled'),
  ])
  realChain = await deployedChain()
})
afterAll(async () => {
  await Promise.all([database?.close(), broken?.close()])
  await Promise.all([chain, nats].map((server) => server?.stop()))
})

/** The node as if it were one of a real chain, with our contracts and a token on it. */
async function deployedChain() {
  const asset = { ...localChains[0]!.assets[0]!, code: 'otUSDC' }
  const named = { name: 'Other', chainId: 31_337, nativeSymbol: 'ETH', rpcUrls: [chain.url] }
  const { reader } = connectChain(named)
  const account = privateKeyToAccount(deployerKey)
  await deployFactory(reader, account)
  await deployDepositFactory(reader, account)
  const { address } = await deployDemoToken(reader, account, asset)
  return { ...named, network: 'TestNet', assets: [{ ...asset, address }] }
}

async function preflight(chains: object[], environment: NodeJS.ProcessEnv) {
  const directory = newDirectory('preflight')
  const CHAINS_FILE = join(directory, 'chains.json')
  writeFileSync(CHAINS_FILE, JSON.stringify(chains))
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: directory,
    CHAINS_FILE,
    ...environment,
  }
  const command = spawn(process.execPath, ['scripts/preflight.ts'], { env, stdio: 'pipe' })
  let said = ''
  for (const stream of [command.stdout, command.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(command, 'close')) as [number | null]
  return { code, lines: said.trim().split('\n'), directory }
}

test('a directory that is not there yet is looked at where it will be', async () => {
  const dataDirectory = join(newDirectory('data'), 'not', 'yet')
  const settings = readSettings({ DATA_DIR: dataDirectory })
  expect(await lookAtPlaces(settings)).toMatchObject([
    { about: 'DATA_DIR', says: expect.stringMatching(/not\/yet has [\d.]+ GB free/) },
  ])
  expect(existsSync(dataDirectory)).toBe(false)
})

test(
  'a setup that is right ends with 0, says of each part what is there, and is left as it was',
  async () => {
    const { code, lines, directory } = await preflight([realChain], {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      MASTER_KEY: newKey(),
    })
    expect(lines.filter((line) => line.startsWith('failed'))).toEqual([])
    expect([code, lines.at(-1)]).toEqual([0, 'Nothing failed.'])
    const wanted = [
      /^ok {6}settings: are valid; the roles are http, worker, relays, watcher$/,
      /^ok {6}PostgreSQL: 18.* answers; the database test_\w+ has /,
      /^ok {6}PostgreSQL: this user may make tables$/,
      /^warning PostgreSQL: no standby is waited for: .*To do: set up a synchronous standby/,
      /^warning PostgreSQL: fsync is off: a crash of its machine loses everything\. To do: set fsync = on$/,
      /^ok {6}tables: are those of this release$/,
      /^ok {6}master key: [0-9a-f]{8} will be the one of this database$/,
      /^ok {6}stored actors: of 0 that were looked at/,
      /^ok {6}NATS of http: 2\.\S+ at 127.0.0.1:\d+ lets it in, and has JetStream$/,
      /^ok {6}NATS of worker: the stream of events is not there yet/,
      /^ok {6}Other at 127.0.0.1:\d+: block \d+ is its newest, \d+ s old$/,
      /^ok {6}Other at 127.0.0.1:\d+: gives logs of 2000 blocks in one request$/,
      /^ok {6}Other: both factories have the code of this release, and each token is what/,
      /^ok {6}mail: is off: no MAIL_FROM$/,
    ]
    for (const line of wanted) expect(lines).toContainEqual(expect.stringMatching(line))

    expect(existsSync(join(directory, 'master.key'))).toBe(false)
    for (const table of ['master_key', 'chain_deployment', 'machine_version']) {
      const { rowCount } = await database.pool.query(`select from ${table}`)
      expect([table, rowCount]).toEqual([table, 0])
    }
  },
  patienceMs,
)

test(
  'a setup that is right before the first start, when there are no tables yet, ends with 0',
  async () => {
    const { code, lines } = await preflight([realChain], {
      DATABASE_URL: await emptyDatabaseUrl(),
      NATS_URL: nats.url,
      MASTER_KEY: newKey(),
    })
    expect(lines.filter((line) => line.startsWith('failed'))).toEqual([])
    expect(lines).toContain('ok      tables: there are none yet: the first start makes them')
    expect(lines).toContainEqual(expect.stringMatching(/^ok {6}Other: both factories have the/))
    expect([code, lines.at(-1)]).toEqual([0, 'Nothing failed.'])
  },
  patienceMs,
)

test(
  'a setup that is wrong ends with 1, and each fault is a line that says what to do',
  async () => {
    await broken.pool
      .query(`insert into master_key (place, key_id, since) values ('service', 'aaaaaaaa', now());
      insert into machine_version (kind, version) values ('charge', 99);
      insert into mikro_orm_migrations (name, executed_at) values ('Migration9999', now())`)
    const gone = {
      ...realChain,
      name: 'Gone',
      chainId: 77,
      rpcUrls: [`http://127.0.0.1:1/v2/${secret}`],
    }
    const wrongId = { ...realChain, name: 'Wrong', chainId: 5 }
    const noFactory = { ...realChain, name: 'Bare', factory: `0x${'11'.repeat(20)}` }
    const assetsOf = (chainOf: object, code: string) => ({
      ...chainOf,
      assets: [{ ...localChains[0]!.assets[0]!, code, address: `0x${'22'.repeat(20)}` }],
    })
    const chains = [gone, wrongId, noFactory].map((one, index) => assetsOf(one, `x${index}USDC`))
    const { code, lines } = await preflight(chains, {
      DATABASE_URL: broken.url,
      DATABASE_ULR: 'x',
      NATS_URL: `nats://me:${secret}@127.0.0.1:1`,
      MASTER_KEY: newKey(),
      BASE_URL: 'https://pay.example',
      MAIL_FROM: 'pay@example.com',
      SMTP_URL: `smtp://me:${secret}@127.0.0.1:1`,
      ROLES: 'worker,relays',
    })
    const wanted = [
      /^warning settings: DATABASE_ULR is none, .*To do: did you mean DATABASE_URL\?$/,
      /^failed {2}tables: a newer release has changed them \(Migration9999\)\. To do: start that release/,
      /^failed {2}master key: the database is sealed under aaaaaaaa, and [0-9a-f]{8} is given\. To do: set MASTER_KEY/,
      /^failed {2}stored actors: a newer release has written charge\. To do: /,
      /^failed {2}NATS of worker: NATS does not answer at 127.0.0.1:1 as the user 'me'.*To do: correct NATS_URL/,
      /^failed {2}NATS of relays: /,
      /^failed {2}Gone at 127.0.0.1:1: .*To do: correct its address in the chains file/,
      /^failed {2}Wrong at 127.0.0.1:\d+: it serves chain 31337, and the chains file says 5\. To do: /,
      /^failed {2}Bare: .* has no factory at .*To do: where a factory is missing, npm run deploy:contracts -- Bare/,
      /^failed {2}mail: .*ECONNREFUSED.*To do: correct SMTP_URL/,
    ]
    for (const line of wanted) expect(lines).toContainEqual(expect.stringMatching(line))
    expect([code, lines.at(-1)]).toEqual([1, '9 failed: correct that before a start.'])
    expect(lines.join('\n')).not.toContain(secret)
  },
  patienceMs,
)

test(
  'settings that cannot be read are the only lines, one for each',
  async () => {
    const { code, lines } = await preflight([realChain], { PORT: 'http', ROLES: 'wroker' })
    expect(code).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(
        /^failed {2}settings: PORT: must be .*\(it is 'http'\)\. To do: correct it/,
      ),
      expect.stringMatching(/^failed {2}settings: ROLES: must be .*\(it is 'wroker'\)/),
      '2 failed: correct that before a start.',
    ])
  },
  patienceMs,
)
