/** Starts what mails need: the rounds that find what is to be reported, and the relay that sends it. */
import { errorText } from '../shared/errors.ts'
import { startPulse } from '../shared/pulse.ts'
import { cleanMails } from '../store/mails/mail-claims.ts'
import { startMailRelay } from './mail.relay.ts'
import { tellOfStates } from './rounds/rounds.ts'
import type { MailRelayDependencies, RoundDependencies } from './dependencies.ts'

const roundEveryMs = 60_000
const cleanEveryMs = 3_600_000

export function startMailing(dependencies: MailRelayDependencies & RoundDependencies): {
  stop(): Promise<void>
} {
  const { database, log } = dependencies
  const warn = (what: string) => (error: unknown) =>
    log.warn({ error: errorText(error) }, `${what}: trying again`)
  const parts = [
    startMailRelay(dependencies),
    startPulse(() => tellOfStates(dependencies), {
      what: 'telling of states by mail',
      everyMs: roundEveryMs,
      onError: warn('what is to be told by mail could not be found'),
    }),
    startPulse(() => cleanMails(database).then(() => false), {
      what: 'dropping old mails',
      everyMs: cleanEveryMs,
      onError: warn('old mails could not be dropped'),
    }),
  ]
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
