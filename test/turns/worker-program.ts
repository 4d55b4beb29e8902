/**
 * A worker with its sweepers in a process of its own, for tests that kill it. It is run with the URLs
 * of the database and of NATS, prints `ready` on standard output, and stays until it is ended.
 */
import { openParts, startParts } from './parts.ts'

const [databaseUrl = '', natsUrl = ''] = process.argv.slice(2)
const parts = await openParts({ databaseUrl, natsUrl })
startParts(parts)
await parts.bus.connection.flush()
process.stdout.write('ready\n')
