/** What the relays work with. */
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'

export type RelayDependencies = { database: Database; bus: Bus; clock: Clock; log: Log }
