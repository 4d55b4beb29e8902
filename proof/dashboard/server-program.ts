/**
 * The dashboard's API in a process of its own, on a database and a bus that are there: says at which port it
 * listens, and, whenever it is asked, how much memory it holds after everything that it can let go has gone.
 */
import { connectBus } from '../../src/bus/bus.ts'
import { createServer } from '../../src/http/server.ts'
import { createReadiness } from '../../src/operating/readiness.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { directory } from '../../test/dashboard/world.ts'
import { defaultListeners, defaultRateLimits } from '../../src/http/http-settings.ts'

const [databaseUrl, natsUrl, masterKey] = process.argv.slice(2) as [string, string, string]
const log = createLog('silent')
const pay = 'https://pay.example'
const bus = await connectBus(natsUrl, log)
const stored = {
  database: await connectDatabase(databaseUrl),
  directory,
  secrets: new Secrets(Buffer.from(masterKey, 'base64')),
  log,
}
const server = await createServer({
  ...stored,
  bus,
  clock: new Clock(),
  testClock: null,
  readiness: createReadiness({ ...stored, buses: [bus] }),
  settings: {
    host: '127.0.0.1',
    port: 0,
    baseUrl: pay,
    checkoutUrl: `${pay}/checkout`,
    widgetUrl: `${pay}/widget`,
    manageUrl: `${pay}/manage`,
    trustProxy: 0,
    walletConnect: null,
    rateLimits: defaultRateLimits,
    listeners: defaultListeners,
  },
})
const url = await server.listen({ host: '127.0.0.1', port: 0 })

process.on('message', () => {
  // Buffers go after the objects that held them.
  globalThis.gc!()
  globalThis.gc!()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send!({ heldBytes: heapUsed + external, rss })
})
process.on('disconnect', () => process.exit())
process.send!({ url })
