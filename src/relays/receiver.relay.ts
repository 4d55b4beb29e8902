/** Lets receivers count whose day of waiting is over. */
import type { Stop } from '../bus/bus.ts'
import { errorText } from '../shared/errors.ts'
import { type Log, warnTogether } from '../shared/log.ts'
import { startPulse } from '../shared/pulse.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import type { MerchantDependencies } from '../store/merchants/merchants.ts'
import { applyDueReceivers } from '../store/merchants/pending-receivers.ts'

const everyMs = 1_000

type Dependencies = Pick<MerchantDependencies, 'database' | 'clock' | 'mails'> & { log: Log }

export function startReceiverRelay({ log, ...dependencies }: Dependencies): Stop {
  return startPulse(async () => (await applyDueReceivers(dependencies)) > 0, {
    what: 'the receiver relay',
    everyMs,
    isDue: () => isWorkDue(dependencies.database, 'receiver'),
    onError: (error) =>
      warnTogether(
        log,
        { error: errorText(error) },
        'due receivers do not count yet: trying again',
      ),
  })
}
