/** A process that sends mails, for tests to kill; database, port of the SMTP server and master key are its arguments. */
import { startMailRelay } from '../../src/mailing/mail.relay.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { MailQueue } from '../../src/store/mails/mail-queue.ts'

const [databaseUrl = '', port = '', masterKey = ''] = process.argv.slice(2)
const secrets = new Secrets(Buffer.from(masterKey, 'base64'))
const clock = new Clock()
startMailRelay({
  database: await connectDatabase(databaseUrl),
  clock,
  secrets,
  log: createLog('silent'),
  mails: new MailQueue({ secrets, clock }),
  mail: {
    from: { name: 'Mandate', address: 'mandate@pay.example' },
    smtp: {
      host: 'localhost',
      port: Number(port),
      tls: 'off',
      credentials: null,
      certificateAuthorities: null,
    },
  },
  baseUrl: 'https://pay.example',
})
