/**
 * Prepares the database and the chains before anything runs on them. Processes that start at once take turns at it, so
 * that an empty database is prepared once, whoever is first. Decision 0108.
 */
import { upgradeStored } from './actors/upgrading/upgrade-stored.ts'
import { findChains } from './chain/deployments/arrivals.ts'
import { alignLocalChains } from './chain/embedded-time.ts'
import { type AbsentChain, ChainDirectory } from './shared/chain-directory.ts'
import type { ChainSettings } from './shared/chains.ts'
import type { Clock } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import { type GivenKeys, makeMasterKey, masterKeyPath } from './shared/secrets/master-key.ts'
import { Secrets } from './shared/secrets/secrets.ts'
import type { Settings } from './shared/settings.ts'
import { setClock } from './store/clock-follower.ts'
import { applyMigrations, type Database, findNewerMigrations } from './store/database.ts'
import { readMasterKeyId, requireMasterKey } from './store/master-key-id.ts'
import { startAlone } from './store/starting/start-lock.ts'

type Starting = { settings: Settings; database: Database; clock: Clock; log: Log }
type StartingDatabase = Starting & {
  chains: readonly ChainSettings[]
  given: GivenKeys
  /** Takes the names of the migrations that are applied, also where the start fails afterwards. */
  migrations: string[]
}

/** Brings the database up to this release, under the master key that is its own; sets the clock by it. */
export function prepareDatabase(starting: StartingDatabase): Promise<Secrets> {
  const { database, clock, log, chains, migrations } = starting
  return startAlone(starting, async () => {
    const secrets = await findSecrets(starting)
    migrations.push(...(await applyMigrations(database)))
    warnOfNewerSchema(await findNewerMigrations(database), log)
    await setClock(database, clock, { hasTestClock: chains.every(({ embedded }) => embedded) })
    await requireMasterKey({ database, clock, secrets, log })
    const tell = (sentence: string) => log.warn(sentence)
    const upgraded = await upgradeStored({ database, now: clock.now(), tell })
    if (upgraded) log.info({ upgraded }, 'stored actors were brought to new machine versions')
    return secrets
  })
}

function warnOfNewerSchema(unknown: string[], log: Log): void {
  if (unknown.length)
    log.warn(
      { newest: unknown.at(-1) },
      `the tables of this database are of a newer release, by ${unknown.length} migrations: this process is older and goes on beside it, as one release may beside the next`,
    )
}

/** Draws a key only for a database that has none: under another one nothing that it holds could be read. */
async function findSecrets({ settings, database, given }: StartingDatabase): Promise<Secrets> {
  const neededId = await readMasterKeyId(database)
  if (given.current === null && neededId !== null)
    throw new Error(
      `the secrets of this database are sealed under the master key ${neededId}, and this process was given none: put the file back that was ${masterKeyPath(settings)} when they were sealed, or set MASTER_KEY to what it held`,
    )
  return new Secrets(given.current ?? makeMasterKey(settings), given.old)
}

/** Finds all chains; those that do not answer hold up no process, and are tried again while it runs. */
export async function prepareChains(
  { settings, database, clock, log }: Starting,
  chains: readonly ChainSettings[],
): Promise<ChainDirectory> {
  const found = await findChains(chains, database, { localWaitMs: settings.startWaitMs })
  logAbsentChains(found.absent, log)
  const directory = new ChainDirectory(found.chains, found.absent)
  await alignLocalChains({ database, clock, directory }, directory.chains)
  return directory
}

function logAbsentChains(absent: AbsentChain[], log: Log): void {
  for (const { settings, why, reason } of absent)
    log.error(
      { blockchain: settings.name, why, reason },
      'a chain is absent: not served until its nodes answer as the chains file says',
    )
}
