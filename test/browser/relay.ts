/**
 * A relay of WalletConnect in memory: it keeps sealed messages by topic and hands them to whoever
 * asks for the topic, as the relays of the network do.
 */
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

type Message = { topic: string; message: string; attestation?: string; publishedAt: number }
type Params = Record<string, string> & { topics: string[] }
type Request = { id: number | string; method?: string; params: Params }

export type Relay = { url: string; stop(): Promise<void> }

export async function startRelay(): Promise<Relay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  const post = new Post()
  server.on('connection', (socket) => {
    socket.on('message', (bytes: Buffer) => {
      const { id, method, params } = JSON.parse(bytes.toString('utf8')) as Request
      // A message without a method acknowledges another one.
      if (!method) return
      const result = answer(post, socket, method, params)
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result }))
    })
    socket.on('close', () => post.forget(socket))
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      for (const socket of server.clients) socket.terminate()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function answer(post: Post, socket: WebSocket, method: string, params: Params): unknown {
  const { topic = '', message = '', pairingTopic = '', sessionTopic = '' } = params
  switch (method) {
    case 'irn_publish':
      return post.publish(socket, { ...params, topic, message })
    case 'irn_subscribe':
      return post.subscribe(socket, topic)
    case 'irn_batchSubscribe':
      return params.topics.map((one) => post.subscribe(socket, one))
    case 'irn_unsubscribe':
      return post.unsubscribe(socket, topic)
    case 'irn_fetchMessages':
      return { messages: post.messagesOf([topic]), hasMore: false }
    case 'irn_batchFetchMessages':
      return { messages: post.messagesOf(params.topics), hasMore: false }
    case 'wc_proposeSession':
      post.subscribe(socket, pairingTopic)
      return post.publish(socket, {
        ...params,
        topic: pairingTopic,
        message: params['sessionProposal']!,
      })
    case 'wc_approveSession':
      post.subscribe(socket, sessionTopic)
      post.publish(socket, { topic: pairingTopic, message: params['sessionProposalResponse']! })
      return post.publish(socket, {
        topic: sessionTopic,
        message: params['sessionSettlementRequest']!,
      })
    default:
      throw new Error(`the relay knows no ${method}`)
  }
}

class Post {
  readonly #messages = new Map<string, Message[]>()
  readonly #readers = new Map<string, Set<WebSocket>>()
  #deliveries = 0

  publish(from: WebSocket, { topic, message, attestation }: Omit<Message, 'publishedAt'>): true {
    const posted = { topic, message, publishedAt: Date.now(), ...(attestation && { attestation }) }
    this.#messages.set(topic, [...this.messagesOf([topic]), posted])
    for (const reader of this.#readers.get(topic) ?? [])
      if (reader !== from) this.#deliver(reader, posted)
    return true
  }

  /** Delivers the messages posted before the subscription, too. */
  subscribe(reader: WebSocket, topic: string): string {
    for (const message of this.messagesOf([topic])) this.#deliver(reader, message)
    this.#readers.set(topic, (this.#readers.get(topic) ?? new Set()).add(reader))
    return topic
  }

  unsubscribe(reader: WebSocket, topic: string): true {
    this.#readers.get(topic)?.delete(reader)
    return true
  }

  messagesOf(topics: readonly string[]): Message[] {
    return topics.flatMap((topic) => this.#messages.get(topic) ?? [])
  }

  forget(reader: WebSocket): void {
    for (const readers of this.#readers.values()) readers.delete(reader)
  }

  #deliver(reader: WebSocket, data: Message): void {
    const params = { id: data.topic, data }
    const id = ++this.#deliveries
    reader.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
}
