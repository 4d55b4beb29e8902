/** The service asks for some settings before it starts, tried as an operator does: by starting it. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ChainSettings, ChainsFile, localChains } from '../../src/shared/chains.ts'
import { requireMainNetworkSettings } from '../../src/shared/main-network.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const token = '0x00000000000000000000000000000000000000C0'
const realChain = {
  name: 'Mainland',
  network: 'MainNet',
  chainId: 31_337,
  rpcUrls: [
    { url: 'http://127.0.0.1:1', provider: 'one' },
    { url: 'http://localhost:1', provider: 'two' },
  ],
  confirmations: 12,
  assets: [{ code: 'mUSDC', symbol: 'USDC', name: 'USD Coin', decimals: 6, address: token }],
}
const complete = {
  DATABASE_URL: 'postgresql://user:password@127.0.0.1:1/mandate',
  NATS_URL: 'nats://user:password@127.0.0.1:1',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
  BASE_URL: 'https://pay.example',
}

/** Runs the service as its own process until it ends; only for settings with which it does. */
function runService(chains: object[], environment: NodeJS.ProcessEnv) {
  const directory = newDirectory('start')
  const chainsFile = join(directory, 'chains.json')
  writeFileSync(chainsFile, JSON.stringify(chains))
  const settings = { DATA_DIR: directory, CHAINS_FILE: chainsFile, PORT: '0', ...environment }
  const service = spawn(process.execPath, ['scripts/run.mjs', 'src/main.ts'], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  service.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    service.on('close', (code) => resolve({ code, said })),
  )
}

test('a main network is not served with the local default, and all that is missing is named at once', async () => {
  const { code, said } = await runService([realChain], {})
  expect(code).toBe(1)
  for (const setting of ['DATABASE_URL:', 'NATS_URL:', 'MASTER_KEY:', 'BASE_URL with https:'])
    expect(said).toContain(setting)
  expect(said).toContain('ALLOW_UNSAFE_MAINNET=true')
})

test('each setting that a main network needs is asked for by its name', () => {
  const chains = [{ ...localChains[0]!, network: 'MainNet' as const, embedded: false }]
  for (const setting of ['DATABASE_URL', 'NATS_URL', 'MASTER_KEY', 'BASE_URL'] as const) {
    const settings = readSettings({ ...complete, [setting]: '' })
    expect(() => requireMainNetworkSettings({ settings, chains })).toThrow(`  ${setting}`)
    expect(requireMainNetworkSettings({ settings, chains: localChains })).toEqual([])
    const allowed = readSettings({ ...complete, [setting]: '', ALLOW_UNSAFE_MAINNET: 'true' })
    expect(requireMainNetworkSettings({ settings: allowed, chains }).join()).toContain(setting)
  }
  const plain = readSettings({ ...complete, BASE_URL: 'http://pay.example' })
  expect(() => requireMainNetworkSettings({ settings: plain, chains })).toThrow('https')
})

test('a depth at which ordinary reorganisations take credited money away needs the same word', () => {
  const withDepth = (confirmations: number, changes = {}) =>
    ChainsFile.parse([{ ...realChain, confirmations, ...changes }])
  const gapsOf = (chains: ChainSettings[], word = {}) =>
    requireMainNetworkSettings({ settings: readSettings({ ...complete, ...word }), chains })
  expect(() => gapsOf(withDepth(1))).toThrow(
    /"confirmations" of Mainland in the chains file: 1 is less than 2.*\n.*ALLOW_UNSAFE_MAINNET=true/,
  )
  expect(() => gapsOf(withDepth(31, { chainId: 137 }))).toThrow('31 is less than 32')
  expect(gapsOf(withDepth(1), { ALLOW_UNSAFE_MAINNET: 'true' })).toHaveLength(1)
  expect(gapsOf(withDepth(2))).toEqual([])
  expect(gapsOf(withDepth(32, { chainId: 137 }))).toEqual([])
  expect(gapsOf(withDepth(1, { finality: 'finalized' }))).toEqual([])
  expect(gapsOf(withDepth(1, { network: 'TestNet' }))).toEqual([])
})

test('a shared database is not sealed under a key that only one machine has', async () => {
  const { DATABASE_URL } = complete
  const { code, said } = await runService([{ ...realChain, network: 'TestNet' }], { DATABASE_URL })
  expect(code).toBe(1)
  expect(said).toContain('MASTER_KEY is needed')
  expect(said).toContain('openssl rand -base64 32')
})
