/** A secret that somebody gives where its file belongs is in no message. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readIntended } from '../../src/intended.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const mail = {
  MAIL_FROM: 'me@example.com',
  SMTP_URL: 'smtp://mail.example',
  BASE_URL: 'https://pay.example.com',
}
const key = randomBytes(32).toString('base64')

/** Reads settings as a start does, before it reaches anything; returns what it says. */
function faultOf(environment: NodeJS.ProcessEnv): string {
  try {
    readIntended(readSettings({ DATA_DIR: newDirectory('secrets'), ...environment }))
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing is wrong'
}

test('a secret that stands where its file belongs is not told, also where it begins as a path does', () => {
  const seed = 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY'
  const likePath = `/${key.slice(1)}`
  const address = `postgresql://me:x@127.0.9.1/mandate?sslmode=verify-full&sslrootcert=`
  for (const told of [key, likePath, seed])
    for (const environment of [
      { MASTER_KEY_FILE: told },
      { NATS_URL: 'nats://x', NATS_CREDS_FILE: told },
      { NATS_URL: 'nats://x', NATS_NKEY_FILE: told },
      { NATS_URL: 'nats://x', NATS_CA_FILE: told },
      { NATS_URL: 'nats://x', NATS_CERT_FILE: told, NATS_KEY_FILE: told },
      { ...mail, SMTP_CA_FILE: told },
      { CHAINS_FILE: told },
      { DATABASE_URL: `${address}${encodeURIComponent(told)}` },
    ]) {
      const said = faultOf(environment)
      if (!('DATABASE_URL' in environment))
        expect(said).toMatch(/^\w+: names no file that is there and can be read \(ENOENT\)/)
      expect(said).not.toContain(told.slice(1))
    }
})
