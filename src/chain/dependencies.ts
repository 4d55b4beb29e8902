import type { Bus } from '../bus/bus.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import type { ConnectedChain } from './clients.ts'

/** What the watcher of one chain works with. */
export type ChainDependencies = { database: Database; bus: Bus; log: Log; chain: ConnectedChain }
