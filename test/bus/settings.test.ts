/** The settings of NATS: which address each role uses, and what a main network requires. */
import { expect, test } from 'vitest'
import { localChains } from '../../src/shared/chains.ts'
import { requireMainNetworkSettings } from '../../src/shared/main-network.ts'
import { readSettings } from '../../src/shared/settings.ts'

const complete = {
  DATABASE_URL: 'postgresql://user:password@127.0.0.1:1/mandate',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
  BASE_URL: 'https://pay.example',
}
const chains = [{ ...localChains[0]!, network: 'MainNet' as const, embedded: false }]
const gapsOf = (settings: Record<string, string>) =>
  requireMainNetworkSettings({
    settings: readSettings({ ...complete, ALLOW_UNSAFE_MAINNET: 'true', ...settings }),
    chains,
  }).join()

test.each([
  { NATS_URL: 'nats://nats.example:4222' },
  { NATS_URL: 'tls://nats.example' },
  { NATS_URL: 'nats://127.0.0.1,nats://nats.example' },
  { NATS_URL: 'nats://localhost.example' },
  { NATS_URL: 'nats://user:password@nats.example', NATS_WORKER_URL: 'nats://nats.example' },
])(
  'a main network is not served over NATS on another machine without credentials: %j',
  (settings) => {
    expect(gapsOf(settings)).toContain('credentials in NATS_URL')
    expect(() => gapsOf({ ...settings, ALLOW_UNSAFE_MAINNET: 'false' })).toThrow('NATS_CREDS_FILE')
  },
)

test.each([
  { NATS_URL: 'nats://user:password@nats.example' },
  { NATS_URL: 'nats://token@nats.example' },
  { NATS_URL: 'nats://127.0.0.1:4222,localhost,[::1]' },
  { NATS_URL: 'nats.example', NATS_CREDS_FILE: 'user.creds' },
  { NATS_URL: 'nats.example', NATS_NKEY_FILE: 'user.nk' },
  { NATS_URL: 'nats.example', NATS_CERT_FILE: 'own.pem', NATS_KEY_FILE: 'own.key' },
])('a main network is served over NATS with credentials, or on this machine: %j', (settings) => {
  expect(gapsOf(settings)).not.toContain('NATS')
})

test('each role connects to its own address of NATS, and to the common one where it has none', () => {
  const { nats } = readSettings({ NATS_URL: 'nats://a', NATS_WORKER_URL: 'nats://b' })
  expect(nats.urls).toEqual({
    http: 'nats://a',
    worker: 'nats://b',
    relays: 'nats://a',
    watcher: 'nats://a',
  })
  expect(readSettings({}).nats.urls).toBeNull()
  const one = readSettings({ ROLES: 'worker', NATS_WORKER_URL: 'nats://b' })
  expect(one.nats.urls!.worker).toBe('nats://b')
  expect(() => readSettings({ NATS_WORKER_URL: 'nats://b' })).toThrow(
    'NATS_HTTP_URL, NATS_RELAYS_URL, NATS_WATCHER_URL',
  )
})
