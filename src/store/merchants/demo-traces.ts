import type { Log } from '../../shared/log.ts'
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import { Merchant } from '../tables/merchants.ts'
import { Account } from '../tables/people.ts'
import type { WithDatabase } from '../parts.ts'

/** Warns at start of the demo's accounts and keys in the database, where a chain is not local. */
export async function warnOfDemoTraces({
  database,
  directory,
  log,
}: WithDatabase & WarningDependencies): Promise<void> {
  if (directory.isLocal) return
  const em = database.orm.em.fork()
  const [accounts, merchants] = await Promise.all([
    em.find(Account, { isDemo: true }),
    em.count(Merchant, { isDemo: true }),
  ])
  if (accounts.length + merchants === 0) return
  log.warn(
    { accounts: accounts.map(({ email }) => email), merchants },
    'this database was used with the demo: its accounts and API keys are refused, because not every chain is local',
  )
}

type WarningDependencies = { directory: ChainDirectory; log: Log }
