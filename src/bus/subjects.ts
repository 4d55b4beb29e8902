/**
 * The subjects on NATS. Commands are requests with replies. Events are carried by JetStream, or sent
 * to a worker directly on a subject of their own, so that a role that may command may not speak for
 * the system. Wake-ups, changes and questions to the watcher are published once to those who listen.
 * Every subject of the path carries network and merchant, by which a later sharding would split.
 *
 * A subject is written on the connection as it is: a line break in it would be a protocol line of
 * its own, and `*` and `>` stand for subjects of others. So subjects are made of plain words only.
 */
import type { Message } from '../shared/message.ts'
import type { Role } from '../shared/nats-settings.ts'
import type { ActorKind } from '../shared/stored-actor.ts'

type Owned = Pick<Message, 'network' | 'merchantId'>

export const commandSubject = ({ network, merchantId }: Owned) =>
  subjectOf('command', network, merchantId)
export const systemSubject = ({ network, merchantId }: Owned) =>
  subjectOf('system', network, merchantId)
export const eventSubject = ({ network, merchantId }: Owned) =>
  subjectOf('event', network, merchantId)
export const changedSubject = (kind: ActorKind, id: string) => subjectOf('changed', kind, id)
export const subscriptionsSubject = (customerActorId: string) =>
  subjectOf('changed', 'subscriptions', customerActorId)
export const ownersSubject = ({ network, merchantId }: Owned) =>
  subjectOf('changed', 'owners', network, merchantId)
export const revokedSubject = (customerActorId: string) => subjectOf('revoked', customerActorId)
export const wakeSubject = (channel: string) => subjectOf('wake', channel)
export const pollSubject = (blockchain: string) => subjectOf('wake', 'poll', blockchain)
export const chainSubject = (question: string) => subjectOf('chain', question)

/** Questions to the role that opens gas keys. */
export const proofSubject = 'proof.leaving'

export const allCommands = 'command.>'
export const allSystem = 'system.>'
export const allEvents = 'event.>'

/** The queue group of the workers: each message goes to one of them. */
export const workerQueue = 'workers'

/** The prefix of the inboxes of all roles, and of those of one: no other may listen there. */
export const anyInbox = '_INBOX'
export const inboxPrefixOf = (role: Role): string => `${anyInbox}_${role}`

/** The name of the stream of events. */
export const eventStreamOf = (prefix: string | null): string =>
  prefix === null ? 'EVENTS' : `EVENTS_${prefix}`

/** The subject as it stands in a NATS that several services share: behind the prefix of this one. */
export const behindPrefix = (prefix: string | null, subject: string): string =>
  prefix === null ? subject : `${prefix}.${subject}`

const subjectToken = /^[A-Za-z0-9_-]{1,128}$/

/** Whether this text may stand in a subject. */
export const isSubjectToken = (text: string): boolean => subjectToken.test(text)

/** @throws where a token is anything but letters, digits, `_` and `-` */
function subjectOf(...tokens: string[]): string {
  for (const token of tokens)
    if (!isSubjectToken(token))
      throw new TypeError(
        `${JSON.stringify(token.slice(0, 50))} may not stand in a NATS subject: only letters, digits, _ and - may`,
      )
  return tokens.join('.')
}
