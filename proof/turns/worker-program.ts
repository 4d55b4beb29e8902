/**
 * A worker with its sweepers in a process of its own, for tests that kill it. It is run with the URLs
 * of the database and of NATS, prints `ready` on standard output, and stays until it is ended. With the
 * release `newer` its machine of charges is of version 2, and it starts as a new release does.
 */
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { upgradeStored } from '../../src/actors/upgrading/upgrade-stored.ts'
import { newRelease } from '../../test/turns/charge-version-2.ts'
import { openParts, startParts } from '../../test/turns/parts.ts'

const [databaseUrl = '', url = '', release, prefix = null] = process.argv.slice(2)
const definitions = release === 'newer' ? newRelease : actorDefinitions
const parts = await openParts({ databaseUrl, nats: { url, prefix } })
const { database, clock } = parts
await upgradeStored({ database, now: clock.now(), tell: () => undefined, definitions })
startParts(parts, definitions)
await parts.bus.connection.flush()
process.stdout.write('ready\n')
