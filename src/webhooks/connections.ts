/**
 * Connections to merchants' servers, kept for some seconds between calls: opening one for each took a far endpoint three
 * or four trips for one. Each goes to addresses that were checked when it was opened. Where a server offers
 * HTTP/2, its calls share a connection.
 */
import { callbackify } from 'node:util'
import type { Client, Dispatcher } from 'undici'
import { connectTo, readScheme } from './connect.ts'
import type { TargetRules } from './resolve.ts'

/** Servers that do not say how long they keep a connection often close it after five seconds. */
const keptMs = 4_000
const keptMsMax = 30_000
/** Where more are open, one that becomes free is closed. */
const openMax = 1_000
const streamsMax = 100

const connect = callbackify(connectTo)

export type Post = { headers: Record<string, string>; body: string }
export type HeadOfAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'body'>

/** One connection; it is opened with its first call. */
type Connection = { client: Client; origin: string; calls: number; isShared: boolean }

export class Connections {
  readonly #rules: TargetRules
  readonly #open = new Set<Connection>()
  /** They take another call; found by their server. */
  readonly #free = new Map<string, Set<Connection>>()

  constructor(rules: TargetRules) {
    this.#rules = rules
  }

  /**
   * Posts, and resolves with the head of the answer; its body is still to come, and must be read or destroyed. The other
   * side may close a kept connection at the moment it is used, which is nobody's fault: then the call is
   * made once more, on a fresh one.
   *
   * @throws TargetRefused where no connection is opened
   * @throws the error of undici, of the system or of OpenSSL otherwise
   */
  async post(url: URL, post: Post, signal: AbortSignal): Promise<HeadOfAnswer> {
    readScheme(url)
    const kept = this.#takeFree(url.origin)
    if (kept)
      try {
        return await this.#ask(kept, url, post, signal)
      } catch (error) {
        if (signal.aborted || !isClosed(error)) throw error
      }
    return this.#ask(await this.#openTo(url), url, post, signal)
  }

  /** Closes what nobody uses, and the others when their calls have ended. */
  async close(): Promise<void> {
    this.#free.clear()
    await Promise.all([...this.#open].map(({ client }) => client.close()))
  }

  #takeFree(origin: string): Connection | undefined {
    const [connection] = this.#free.get(origin) ?? []
    if (!connection) return undefined
    connection.calls++
    if (!connection.isShared || connection.calls === streamsMax) this.#leaveFree(connection)
    return connection
  }

  async #openTo(url: URL): Promise<Connection> {
    const { Client } = await import('undici')
    const client = new Client(url.origin, {
      // The call has a deadline of its own, which covers all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: keptMs,
      keepAliveMaxTimeout: keptMsMax,
      maxConcurrentStreams: streamsMax,
      connect: (_options, done) =>
        connect(url, this.#rules, (error, socket) => {
          if (error) return done(error, null)
          connection.isShared = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
          done(null, socket)
        }),
    })
    const connection = { client, origin: url.origin, calls: 1, isShared: false }
    client.on('disconnect', () => this.#forget(connection))
    this.#open.add(connection)
    return connection
  }

  async #ask(
    connection: Connection,
    url: URL,
    { headers, body }: Post,
    signal: AbortSignal,
  ): Promise<HeadOfAnswer> {
    try {
      const answer = await connection.client.request({
        method: 'POST',
        path: url.pathname + url.search,
        headers,
        body,
        signal,
      })
      // What is shared is free from its first answer on.
      if (connection.isShared) this.#giveBack(connection)
      answer.body.once('close', () => {
        connection.calls--
        this.#giveBack(connection)
      })
      return answer
    } catch (error) {
      connection.calls--
      this.#forget(connection)
      throw error
    }
  }

  #giveBack(connection: Connection): void {
    const { client, origin, calls, isShared } = connection
    if (!client.stats.connected || (calls === 0 && this.#open.size > openMax))
      return this.#forget(connection)
    if (!this.#open.has(connection) || calls >= (isShared ? streamsMax : 1)) return
    const free = this.#free.get(origin) ?? new Set()
    this.#free.set(origin, free.add(connection))
  }

  /** No further call goes to it; those under way end. */
  #forget(connection: Connection): void {
    this.#leaveFree(connection)
    this.#open.delete(connection)
    void connection.client.close().catch(() => undefined)
  }

  #leaveFree(connection: Connection): void {
    const free = this.#free.get(connection.origin)
    free?.delete(connection)
    if (free?.size === 0) this.#free.delete(connection.origin)
  }
}

const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_CLOSED'])

const isClosed = (error: unknown): boolean => {
  const { code = '' } = error as NodeJS.ErrnoException
  return closedCodes.has(code) || code.startsWith('ERR_HTTP2')
}
