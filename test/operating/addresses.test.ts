/** The addresses of a database with several servers: what is read out of them, and what is refused in which words. */
import { expect, test } from 'vitest'
import { addressOfEach, readDatabaseAddress } from '../../src/shared/database/address.ts'
import { readSettings } from '../../src/shared/settings.ts'

const several =
  'postgresql://me:p%40ss@one.example,[::1]:5433/shop?target_session_attrs=read-write&sslmode=verify-full'

test('several servers share a user, a database and the rest', () => {
  expect(readDatabaseAddress(several)).toEqual({
    hosts: [
      { host: 'one.example', port: 5432 },
      { host: '::1', port: 5433 },
    ],
    user: 'me',
    password: 'p@ss',
    database: 'shop',
    tls: { mode: 'verify-full', caFile: null },
  })
  const rest = '/shop?target_session_attrs=read-write&sslmode=verify-full'
  expect(addressOfEach(several)).toEqual([
    `postgresql://me:p%40ss@one.example:5432${rest}`,
    `postgresql://me:p%40ss@[::1]:5433${rest}`,
  ])
})

test.each([
  ['mysql://one/shop', 'must be like postgresql://'],
  ['postgresql://me:p@ss@one/shop', '@ as %40'],
  ['postgresql://me:p/ss@one', '/ as %2F'],
  ['postgresql://me:p?ss@one/shop?sslmode=require', '? as %3F'],
  ['postgresql://me@one:a/shop', 'server 1 is no host with a port'],
  ['postgresql://me@one,two:x/shop', 'server 2 is no host with a port'],
  ['postgresql://me:50%@one/shop', 'write % as %25'],
  ['postgresql://me@one/shop?target_session_attrs=standby', 'may be read-write, primary'],
  ['postgresql://me@one/shop?sslmode=prefer', 'may be disable, require, verify-ca, verify-full'],
  ['postgresql://me@one/shop?sslrootcert=/ca.pem', 'no sslmode'],
  [
    'postgresql://me@one/shop?conect_timeout=3',
    'has a parameter that is none of target_session_attrs',
  ],
])('%s is refused', (DATABASE_URL, words) => {
  expect(() => readSettings({ DATABASE_URL })).toThrow(words)
  expect(() => readSettings({ DATABASE_URL })).toThrow('DATABASE_URL')
})
