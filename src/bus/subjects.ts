/**
 * The subjects on NATS. Commands are asked (request and reply); events are carried by
 * JetStream; wake-ups, changes and questions to the chain room are said once to
 * whoever listens. Every subject of the path carries network and merchant, which is
 * what a later sharding would split by.
 */
import type { Message } from '../shared/message.ts'
import type { Kind } from '../shared/stored-actor.ts'

type Owned = Pick<Message, 'network' | 'merchantId'>

export const commandSubject = ({ network, merchantId }: Owned) => `command.${network}.${merchantId}`
export const eventSubject = ({ network, merchantId }: Owned) => `event.${network}.${merchantId}`
export const changedSubject = (kind: Kind, id: string) => `changed.${kind}.${id}`
export const wakeSubject = (channel: string) => `wake.${channel}`
export const chainSubject = (question: string) => `chain.${question}`

export const allCommands = 'command.>'
export const allEvents = 'event.>'

/** Workers share what comes: each message goes to one of them. */
export const workerQueue = 'workers'
export const eventStream = 'EVENTS'
