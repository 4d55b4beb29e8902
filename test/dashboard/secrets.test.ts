import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { localChains } from '../../src/shared/chains.ts'
import { makeMasterKey, readMasterKeys } from '../../src/shared/secrets/master-key.ts'
import { hashPassword, isPassword } from '../../src/shared/secrets/passwords.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { hashToken, isSameSecret, newToken } from '../../src/shared/secrets/tokens.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const secrets = new Secrets(randomBytes(32))
const newOwner = (id: string) => ({ id, wrappedKey: secrets.newWrappedKey(id) })
const alice = newOwner('alice')
const bob = newOwner('bob')

test('a sealed secret opens for its owner and purpose', () => {
  const sealed = secrets.seal(alice, 'api-key/1', 'open sesame é')
  expect(secrets.open(alice, 'api-key/1', sealed)).toBe('open sesame é')
})

test('a sealed secret opens for nobody else, for nothing else, and not where a bit changed', () => {
  const sealed = secrets.seal(alice, 'api-key/1', 'open sesame')
  const changed = sealed.slice(0, -6) + (sealed.at(-6) === 'A' ? 'B' : 'A') + sealed.slice(-5)
  expect(() => secrets.open(bob, 'api-key/1', sealed)).toThrow('not under the key in use')
  expect(() => secrets.open(alice, 'api-key/2', sealed)).toThrow('unable to authenticate data')
  expect(() => secrets.open(alice, 'api-key/1', changed)).toThrow('unable to authenticate data')
  const impostor = { id: 'bob', wrappedKey: alice.wrappedKey }
  expect(() => secrets.open(impostor, 'api-key/1', sealed)).toThrow('unable to authenticate data')
})

test('another master key opens nothing and says why', () => {
  const sealed = secrets.seal(alice, 'api-key/1', 'open sesame')
  const other = new Secrets(randomBytes(32))
  expect(() => other.open(alice, 'api-key/1', sealed)).toThrow('not under the key in use')
})

test('the same text is sealed differently every time', () => {
  expect(secrets.seal(alice, 'x', 'text')).not.toBe(secrets.seal(alice, 'x', 'text'))
})

test('the local master key is made once, for the service account only', () => {
  const directory = join(mkdtempSync(join(inject('temporaryDirectory'), 'keys-')), 'deep')
  const settings = readSettings({ DATA_DIR: directory })
  expect(readMasterKeys(settings, localChains)).toEqual({ current: null, old: null })
  const first = makeMasterKey(settings)
  expect(makeMasterKey(settings)).toEqual(first)
  expect(readMasterKeys(settings, localChains)).toEqual({ current: first, old: null })
  expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(directory, 'master.key'), 'utf8').trim()).toBe(first.toString('base64'))
})

test('a master key of the wrong size is refused with the way to make a right one', () => {
  for (const setting of ['MASTER_KEY', 'MASTER_KEY_OLD']) {
    const settings = readSettings({ DATA_DIR: newDirectory('keys'), [setting]: 'c2hvcnQ=' })
    expect(() => readMasterKeys(settings, localChains)).toThrow(`${setting} must be 32 bytes`)
  }
})

test('a password is recognised by its hash, in any Unicode form', async () => {
  const hash = await hashPassword('Åsa och höst')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('Åsa och höst'.normalize('NFD'), hash)).toBe(true)
  expect(await isPassword('åsa och höst', hash)).toBe(false)
  expect(await isPassword('Åsa och höst', undefined)).toBe(false)
})

test('tokens are compared by content and stored as something else', () => {
  const token = newToken(256)
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(hashToken(token)).not.toContain(token)
  expect(isSameSecret(token, token)).toBe(true)
  expect(isSameSecret(token, `${token}x`)).toBe(false)
})
