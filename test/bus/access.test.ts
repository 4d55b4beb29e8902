/** Every way to connect to NATS, on servers that refuse everybody else. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NatsAccess } from '../../src/bus/access.ts'
import { connectNats } from '../../src/bus/connection.ts'
import type { NatsFiles } from '../../src/shared/nats-settings.ts'
import { type ConfiguredNats, startConfiguredNats } from '../support/configured-nats.ts'
import { newDirectory } from '../support/temporary-directory.ts'
import { certificate, privateKey } from '../webhooks/self-signed.ts'
import { newCredentials, newNkey } from './credentials.ts'

/** Has every character that needs care, and may be quoted by no error. */
const password = 'p /?#@:%&=+ ü,"s3cret'
const encoded = encodeURIComponent(password)
const noFiles: NatsFiles = { credentials: null, nkey: null, ca: null, certificate: null, key: null }

let directory: string
const servers: ConfiguredNats[] = []
const file = (name: string, text: string) => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}
const start = async (configuration: string) => {
  const server = await startConfiguredNats(configuration)
  servers.push(server)
  return server
}

/** One attempt shows what every other would. */
const waitMs = 0

beforeAll(() => void (directory = newDirectory('nats-access')))
afterAll(async () => void (await Promise.all(servers.map((server) => server.stop()))))

/** Connects, and receives what it publishes. */
async function expectIn(access: NatsAccess): Promise<void> {
  const connection = await connectNats(access)
  const received = connection.subscribe('test', { max: 1 })
  connection.publish('test', 'said')
  for await (const { data } of received) expect(Buffer.from(data).toString()).toBe('said')
  await connection.close()
}

/** Is refused at once, by an error that names the server and the user, and nothing secret. */
async function expectOut(access: NatsAccess, message: string | RegExp): Promise<void> {
  const startedAt = performance.now()
  const error = await connectNats(access).then(
    () => expect.unreachable('it was let in'),
    (cause: Error) => cause,
  )
  expect(error.message).toMatch(message)
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  const whole = `${error.message} ${String(error.cause)} ${error.stack}`
  for (const secret of ['s3cret', encoded, 'SUA']) expect(whole).not.toContain(secret)
}

describe('the user and password in the address of NATS', () => {
  const users = `authorization { users = [{ user: "a user", password: ${JSON.stringify(password)} }] }`

  test('are accepted percent-encoded, and others are refused at once', async () => {
    const { host } = await start(users)
    await expectIn({ url: `nats://a%20user:${encoded}@${host}` })
    await expectOut(
      { url: `nats://a%20user:${encoded}x@${host}` },
      `NATS does not let the service in at ${host} as the user 'a user'`,
    )
    await expectOut({ url: `nats://${host}` }, `does not let the service in at ${host}`)
  })

  test('hold for all servers of the address, also while one of them is down', async () => {
    const [one, other] = [await start(users), await start(users)]
    await one.stop()
    const login = `nats://a%20user:${encoded}`
    await expectIn({ url: `${login}@${one.host}, ${login}@${other.host}` })
    // A comma in a password stands where one between servers would.
    await expectOut(
      { url: `${one.host},nats://a%20user:${encoded}@${other.host}` },
      'all have a user and password, or none',
    )
  })

  test('may be replaced by a token', async () => {
    const { host } = await start(`authorization { token: ${JSON.stringify(password)} }`)
    await expectIn({ url: `nats://${encoded}@${host}` })
    await expectOut({ url: `nats://${encoded}x@${host}` }, `at ${host} with a token`)
  })
})

describe('an address of NATS', () => {
  test.each([
    ['http://host:4222', 'starts with http://'],
    ['nats://', 'is not like nats://'],
    [`nats://u:p s3cret/x@host:4222`, 'percent-encode'],
    ['nats://u:s3cret/x@host:4222', 'percent-encode'],
    ['nats://u:%s3cret@host:4222', 'not percent-encoded'],
    ['nats://u:s3cret#@host', 'percent-encode'],
    ['nats://a:1@one,nats://b:s3cret@two', 'different users or passwords'],
    ['nats://u:4711,s3cret@host:1', 'percent-encode'],
    ['nats://u:4711,s3cret:x@host:1', 'percent-encode'],
    ['nats://u:4711,s3cret://x@host:1', 'starts with another protocol'],
    ['nats://one,,nats://two', 'server 2 of NATS'],
  ])('like %s is refused, and no error quotes it', (url, message) => expectOut({ url }, message))
})

describe('a file of credentials for NATS', () => {
  test('lets the service in by the seed of an nkey, and no other seed does', async () => {
    const { seed, publicKey } = newNkey()
    const { host } = await start(`authorization { users = [{ nkey: ${publicKey} }] }`)
    const with_ = (nkey: string) => ({ url: host, files: { ...noFiles, nkey } })
    await expectIn(with_(file('user.nk', `${seed}\n`)))
    await expectOut(with_(file('other.nk', newNkey().seed)), `at ${host} with the nkey in`)
    await expectOut(with_(file('broken.nk', seed.slice(0, 20))), 'NATS_NKEY_FILE: ')
    await expectOut(with_(join(directory, 'none.nk')), /NATS_NKEY_FILE: .* cannot be read/)
  })

  test('lets the service in by the JWT and seed of a user, and no other user’s', async () => {
    const { configuration, file: text } = newCredentials()
    const { host } = await start(configuration)
    const with_ = (credentials: string) => ({ url: host, files: { ...noFiles, credentials } })
    await expectIn(with_(file('user.creds', text)))
    await expectOut(with_(file('other.creds', newCredentials().file)), 'with the credentials in')
    await expectOut(with_(file('broken.creds', 'SUA')), 'NATS_CREDS_FILE: ')
  })

  test('is refused together with another file, with a password, or without its other half', async () => {
    const files = { ...noFiles, nkey: 'a', credentials: 'b' }
    await expectOut({ url: 'nats://host', files }, 'are both set')
    const nkey = file('alone.nk', newNkey().seed)
    await expectOut({ url: 'nats://u:s3cret@host', files: { ...noFiles, nkey } }, 'use one of them')
    await expectOut({ url: 'host', files: { ...noFiles, key: 'a' } }, 'belong together')
  })
})

describe('NATS over TLS', () => {
  const tls = (more = '') =>
    `tls { cert_file: "${file('server.pem', certificate)}", key_file: "${file('server.key', privateKey)}"${more} }`

  test('is used only with a certificate of the server by the CA of the settings', async () => {
    const { port } = await start(tls())
    const ca = file('ca.pem', certificate)
    await expectIn({ url: `tls://localhost:${port}`, files: { ...noFiles, ca } })
    await expectIn({ url: `nats://localhost:${port}`, files: { ...noFiles, ca } })
    // Another host than the certificate names, and a CA that is not trusted.
    for (const access of [
      { url: `tls://127.0.0.1:${port}`, files: { ...noFiles, ca } },
      { url: `tls://localhost:${port}` },
    ])
      await expect(connectNats({ ...access, waitMs })).rejects.toThrow(
        /NATS does not answer at .*certificate/i,
      )
  })

  test('gets a certificate of the service where the server asks for one', async () => {
    const { port } = await start(tls(`, ca_file: "${file('ca.pem', certificate)}", verify: true`))
    const ca = file('ca.pem', certificate)
    const shown = { certificate: file('own.pem', certificate), key: file('own.key', privateKey) }
    await expectIn({ url: `tls://localhost:${port}`, files: { ...noFiles, ca, ...shown } })
    await expect(
      connectNats({ url: `tls://localhost:${port}`, files: { ...noFiles, ca }, waitMs }),
    ).rejects.toThrow('NATS does not')
  })

  test('is never replaced by a connection in the clear, where the server offers no TLS', async () => {
    const { port } = await start('')
    // The usual patience: that is no server which is not there yet.
    await expect(connectNats({ url: `tls://localhost:${port}` })).rejects.toThrow(
      /offers no TLS, and the address begins with tls:\/\/ \(NATS_URL\): give NATS a certificate/,
    )
    const ca = file('ca.pem', certificate)
    await expect(
      connectNats({ url: `nats://localhost:${port}`, files: { ...noFiles, ca } }),
    ).rejects.toThrow('offers no TLS, and NATS_CA_FILE asks for it')
  })
})
