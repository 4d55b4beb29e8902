import type { Bus } from '../bus/bus.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import type { ConnectedChain } from './clients.ts'

/** The dependencies of everything that works on one chain, such as its watcher. */
export type ChainDependencies = { database: Database; bus: Bus; log: Log; chain: ConnectedChain }
