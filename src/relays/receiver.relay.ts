/** Lets receivers count whose day of waiting is over. */
import type { Stop } from '../bus/bus.ts'
import { errorText } from '../shared/errors.ts'
import { warnTogether } from '../shared/log.ts'
import { startPulse } from '../shared/pulse.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import { applyDueReceivers } from '../store/merchants/pending-receivers.ts'
import type { WithLog, WithMails } from '../store/parts.ts'

const everyMs = 1_000

export function startReceiverRelay({ log, ...dependencies }: WithMails & WithLog): Stop {
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
