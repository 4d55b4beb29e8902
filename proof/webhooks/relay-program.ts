/** A process that sends webhooks, for tests to kill; database, NATS and master key are its arguments. */
import { connectBus } from '../../src/bus/bus.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { connectDatabase } from '../../src/store/database.ts'

const [databaseUrl = '', url = '', masterKey = '', prefix = ''] = process.argv.slice(2)
const log = createLog('silent')
startWebhookRelay({
  database: await connectDatabase(databaseUrl),
  bus: await connectBus({ url, prefix }, log),
  clock: new Clock(),
  log,
  secrets: new Secrets(Buffer.from(masterKey, 'base64')),
  targets: { allowPrivateTargets: true },
})
