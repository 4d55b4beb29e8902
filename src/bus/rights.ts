/**
 * Whether NATS lets a role say and hear what it has to. A user that is another role's is let in all the same, and then
 * every command of the role fails; so each asks the workers something that needs no answer of substance.
 */
import { NatsError, type NatsConnection } from 'nats'
import type { Role } from '../shared/nats-settings.ts'
import { encodeJson } from './codec.ts'
import { behindPrefix } from './subjects.ts'

/** Workers answer at once; one that is late is no refusal, and is told of elsewhere. */
const answerMaxMs = 1_000

/** No merchant's, and any worker's. */
const askedBy = (role: Role): string => (role === 'http' ? 'command.rights' : 'system.rights')

/** Asks the workers about no message at all; returns what NATS refuses to that, such as `publish on command.rights`, or null. */
export async function findRefusal(
  connection: NatsConnection,
  { role, prefix }: { role: Role; prefix: string | null },
): Promise<string | null> {
  const subject = behindPrefix(prefix, askedBy(role))
  try {
    await connection.request(subject, encodeJson([]), { timeout: answerMaxMs })
  } catch (error) {
    // That nobody answers, in time or because no worker runs, was said in the role's own inbox, or refused by nobody.
    if (!(error instanceof NatsError) || !error.isPermissionError()) return null
    const { operation, subject: refused = subject } = error.permissionContext ?? {}
    return `${operation === 'subscription' ? 'subscribe to' : 'publish on'} ${refused}`
  }
  return null
}
