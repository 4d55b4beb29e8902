import { expect, test } from 'vitest'
import { readSettings } from '../../src/shared/settings.ts'

const complete = {
  MAIL_FROM: 'Mandate <mandate@pay.example>',
  SMTP_URL: 'smtp://user:p%40ss@mail.example:2525',
  BASE_URL: 'https://pay.example',
}

test('mail is off without settings, and reads its server from one address', () => {
  expect(readSettings({}).mail).toBeNull()
  expect(readSettings(complete).mail).toEqual({
    from: { name: 'Mandate', address: 'mandate@pay.example' },
    smtp: {
      host: 'mail.example',
      port: 2525,
      tls: 'required',
      credentials: { user: 'user', password: 'p@ss' },
      certificateAuthorities: null,
    },
  })
  const smtpOf = (changes: NodeJS.ProcessEnv) =>
    readSettings({ ...complete, ...changes }).mail?.smtp
  expect(smtpOf({ SMTP_URL: 'smtps://mail.example' })).toMatchObject({ port: 465, tls: 'implicit' })
  expect(smtpOf({ SMTP_URL: 'smtp://mail.example' })).toMatchObject({ port: 587 })
  expect(smtpOf({ SMTP_URL: 'smtp://[::1]', SMTP_TLS: 'off' })).toMatchObject({
    host: '::1',
    port: 25,
    tls: 'off',
  })
  // A process that sends none need not know the server's password.
  expect(readSettings({ ...complete, SMTP_URL: '', ROLES: 'http' }).mail?.smtp).toBeNull()
})

test.each([
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is not'],
  [{ ...complete, SMTP_URL: '' }, 'SMTP_URL is not'],
  [{ ...complete, BASE_URL: '' }, 'BASE_URL is not'],
  [{ ...complete, MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be an address'],
  [{ ...complete, MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM: must be an address'],
  [{ ...complete, SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
  [{ ...complete, SMTP_URL: 'smtp://mail.example?pool=true' }, 'SMTP_URL must be'],
  [{ ...complete, SMTP_URL: 'smtps://mail.example', SMTP_TLS: 'off' }, 'one of them is meant'],
  [
    { ...complete, SMTP_CA_FILE: '/nowhere.pem' },
    'SMTP_CA_FILE: /nowhere.pem cannot be read: ENOENT',
  ],
  [
    { ...complete, SMTP_URL: 'smtp://u:hunter%zz2@mail.example' },
    'SMTP_URL has a user or password',
  ],
])('a setting of mail that cannot be meant is named at the start: %j', (environment, fault) => {
  expect(() => readSettings(environment)).toThrow(fault)
})
