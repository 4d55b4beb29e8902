/**
 * Events: a JetStream work queue carries them until a worker has committed them. Nothing depends on
 * the stream: if it is gone, or refuses, events go to a worker directly; if that fails too, the
 * actor relay sends them again.
 *
 * It is kept in NATS's memory: a stream whose files were deleted under a running server takes
 * nothing more and reports nothing, so that every message waited for its timeout.
 */
import {
  AckPolicy,
  type ConsumerMessages,
  DiscardPolicy,
  Events,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import { errorText } from '../shared/errors.ts'
import { type Log, warnTogether } from '../shared/log.ts'
import type { Message } from '../shared/message.ts'
import { Rest, stepWithOthers } from '../shared/pulse.ts'
import { decodeMessages, packMessages } from './codec.ts'
import {
  allEvents,
  behindPrefix,
  eventStreamOf,
  eventSubject,
  systemSubject,
  workerQueue,
} from './subjects.ts'
import { wait } from '../shared/time.ts'

const togetherMax = 64
const publishTimeoutMs = 2_000
const ackWaitMs = 10_000
const ageMaxMs = 10 * 60_000
const bytesMax = 64 * 1024 * 1024
const inFlightMax = 256
const restartDelayMs = 250
const pullMs = 10_000
/** JetStream's own numbers: no cluster, and no servers left to place a replica on. */
const fewServersCodes = [10_074, 10_005]
/** Its numbers for too little memory, files or of both for a stream of this size. */
const fewBytesCodes = [10_023, 10_028, 10_047]
/** Another server, or more memory, is added by somebody's hand. */
const byHandDelayMs = 5_000
const fewBytesAdvice = `let JetStream have max_memory_store of ${bytesMax / 1024 / 1024} MB and more; events go to workers directly meanwhile`
/** Two that are missed mean that the consumer is gone; by the client's defaults that takes 30 s. */
const heartbeatMs = 1_500
/** How often, and how many times at most, a step looks whether all events are consumed. */
const lookEveryMs = 5
const looksMax = 400

/** Publishes events; never throws, because the outbox still holds what did not arrive. */
export async function publishEvents(
  connection: NatsConnection,
  messages: Message[],
  { log, prefix }: { log: Log; prefix: string | null },
): Promise<void> {
  const bySubject = Map.groupBy(messages, eventSubject)
  const envelopes = [...bySubject].flatMap(([subject, group]) =>
    packMessages(group, (message) => message, togetherMax).map((envelope) => ({
      subject,
      ...envelope,
    })),
  )
  await Promise.all(
    envelopes.map(async ({ subject, carried, bytes }) => {
      try {
        await connection
          .jetstream({ timeout: publishTimeoutMs })
          .publish(behindPrefix(prefix, subject), bytes)
      } catch (error) {
        warnTogether(
          log,
          { error: errorText(error) },
          'JetStream refused events: sending them to a worker directly',
        )
        const direct = behindPrefix(prefix, systemSubject(carried[0]!))
        sendDirectly(connection, direct, bytes, log)
      }
    }),
  )
}

function sendDirectly(
  connection: NatsConnection,
  subject: string,
  bytes: Uint8Array,
  log: Log,
): void {
  try {
    connection.publish(subject, bytes)
  } catch (error) {
    warnTogether(
      log,
      { error: errorText(error) },
      'events could not be published: they stay in the outbox until the actor relay sends them again',
    )
  }
}

type StreamSettings = { replicas: number; prefix: string | null }

/** Consumes events until it is stopped, over every loss of stream or consumer. */
export function consumeEvents(
  connection: NatsConnection,
  consume: (messages: Message[]) => Promise<void>,
  { log, ...stream }: StreamSettings & { log: Log },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let opened = Promise.withResolvers<void>()
  const rest = new Rest()
  let current: ConsumerMessages | undefined
  onReconnected(connection, () => void current?.close())
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        current = await openConsumer(connection, stream).finally(opened.resolve)
        // Closed while it was being opened it ends, too, but only once it is read.
        if (stopping.signal.aborted) void current.close()
        watchHealth(current)
        await consumeAll(current, consume, log)
      } catch (error) {
        const isFull = isAnswer(error, fewBytesCodes)
        const why = { error: errorText(error), ...(isFull && { advice: fewBytesAdvice }) }
        warnTogether(log, why, 'the event stream is gone: opening it again')
        if (isFull || isAnswer(error, fewServersCodes)) await wait(byHandDelayMs, stopping.signal)
      }
      opened = Promise.withResolvers()
      if (!stopping.signal.aborted) await rest.forAll(restartDelayMs)
    }
    opened.resolve()
  })()
  const leaveOthers = stepWithOthers({
    what: "the events' consumer",
    async step() {
      rest.end()
      await opened.promise
      await untilConsumed(connection, eventStreamOf(stream.prefix))
    },
  })
  return {
    async stop() {
      leaveOthers()
      stopping.abort()
      rest.end()
      await current?.close().catch(() => undefined)
      await running
    },
  }
}

async function consumeAll(
  envelopes: ConsumerMessages,
  consume: (messages: Message[]) => Promise<void>,
  log: Log,
): Promise<void> {
  const warn = (error: unknown) =>
    warnTogether(
      log,
      { error: errorText(error) },
      'events could not be consumed: JetStream delivers them again',
    )
  for await (const envelope of envelopes) consumeEnvelope(envelope, consume, log).catch(warn)
}

/** Resolves when all that is in the stream has been consumed, or nothing says what is; gives up after a while. */
async function untilConsumed(connection: NatsConnection, stream: string): Promise<void> {
  for (let look = 0; look < looksMax && !connection.isClosed(); look++) {
    try {
      const manager = await connection.jetstreamManager({ checkAPI: false })
      const { num_pending, num_ack_pending } = await manager.consumers.info(stream, workerQueue)
      if (num_pending + num_ack_pending === 0) return
    } catch {
      return
    }
    await wait(lookEveryMs)
  }
}

/**
 * After a reconnection a consumer is opened anew. By itself the client asks for it once, and if a cluster
 * still chooses its leader then, asks again only after 5 to 15 s, in which no heartbeat counts as missed.
 */
function onReconnected(connection: NatsConnection, act: () => void): void {
  void (async () => {
    for await (const { type } of connection.status()) if (type === Events.Reconnect) act()
  })()
}

/**
 * Acknowledges an envelope that a worker has consumed, and an unreadable one, which would come back
 * for ever.
 */
async function consumeEnvelope(
  envelope: JsMsg,
  consume: (messages: Message[]) => Promise<void>,
  log: Log,
): Promise<void> {
  const messages = readMessages(envelope, log)
  if (!messages) return envelope.term()
  await consume(messages)
  envelope.ack()
}

function readMessages({ subject, data }: JsMsg, log: Log): Message[] | null {
  try {
    return decodeMessages(data)
  } catch (error) {
    log.error({ subject, error: errorText(error) }, 'unreadable events were dropped')
    return null
  }
}

async function openConsumer(
  connection: NatsConnection,
  { replicas, prefix }: StreamSettings,
): Promise<ConsumerMessages> {
  const manager = await connection.jetstreamManager({ timeout: publishTimeoutMs })
  const stream = eventStreamOf(prefix)
  const subject = behindPrefix(prefix, allEvents)
  await ensureStream(manager, { name: stream, subjects: [subject], num_replicas: replicas })
  const settings = {
    durable_name: workerQueue,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 4 * inFlightMax,
    filter_subject: subject,
    mem_storage: true,
  }
  await manager.consumers.add(stream, settings).catch(async () => {
    await manager.consumers.delete(stream, workerQueue).catch(() => false)
    await manager.consumers.add(stream, settings)
  })
  const consumer = await connection.jetstream().consumers.get(stream, workerQueue)
  return consumer.consume({
    max_messages: inFlightMax,
    expires: pullMs,
    idle_heartbeat: heartbeatMs,
  })
}

async function ensureStream(
  manager: JetStreamManager,
  own: Pick<StreamConfig, 'name' | 'subjects' | 'num_replicas'>,
): Promise<void> {
  const { name, num_replicas: replicas } = own
  const settings = {
    ...own,
    storage: StorageType.Memory,
    discard: DiscardPolicy.New,
    retention: RetentionPolicy.Workqueue,
    max_age: nanos(ageMaxMs),
    max_bytes: bytesMax,
  }
  await manager.streams.add(settings).catch(async (cause: unknown) => {
    // If there is no stream, the reason why it could not be made is the error, not that it is missing.
    const { config } = await manager.streams.info(name).catch(() => Promise.reject(cause))
    if (config.storage === settings.storage && config.retention === settings.retention) {
      if (config.num_replicas !== replicas) await manager.streams.update(name, settings)
      return
    }
    // Another release made it with other settings. The outbox holds all that it holds.
    if (!(await manager.streams.delete(name))) throw cause
    await manager.streams.add(settings)
  })
}

const isAnswer = (error: unknown, codes: number[]): boolean =>
  error instanceof NatsError && codes.includes(error.api_error?.err_code ?? 0)

/** Watches the heartbeats: a consumer that was deleted in NATS shows it in no other way. */
function watchHealth(messages: ConsumerMessages): void {
  void (async () => {
    for await (const { type } of await messages.status())
      if (
        [
          'consumer_deleted',
          'consumer_not_found',
          'stream_not_found',
          'heartbeats_missed',
        ].includes(type)
      )
        await messages.close()
  })().catch(() => undefined)
}
