import type { Bus } from '../bus/bus.ts'
import type { DeployedChain } from '../shared/chain-directory.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'

/** What reports are written with: the chain as the chains file and its contracts say it, and none of its nodes. */
export type Reporting = { database: Database; bus: Bus; log: Log; chain: DeployedChain }
