import type { Log } from '../../shared/log.ts'
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import { Merchant } from '../tables/merchants.ts'
import { Account } from '../tables/people.ts'
import type { MerchantDependencies } from './merchants.ts'

/** Says at start what of the demo is in the database, where it is not let in. */
export async function warnOfDemoTraces({
  database,
  directory,
  log,
}: Pick<MerchantDependencies, 'database'> & DemoTold): Promise<void> {
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

type DemoTold = { directory: ChainDirectory; log: Log }
