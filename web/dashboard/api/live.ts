/**
 * Reports what moves, as the service says: parts of the page that show it read it again. The first reads of a page wait
 * until the stream is open, so that nothing can move between a read and the stream, and nothing has to be read a second
 * time for having been read before it.
 */
import { followLive } from '../../browser/live-stream.ts'
import type { DashboardClient } from './client.ts'
import type { NetworkName } from './identity.ts'

/** Null stands for anything, such as after a lost connection. */
export type Moved = { kind: string; id: string }[] | null
type Listener = (moved: Moved) => void

type Followed = {
  client: DashboardClient
  network: NetworkName
  onConnection: (isConnected: boolean) => void
}

/** A stream that takes longer delays nothing: what was read before it is read again once it is there. */
const openWaitMsMax = 1_500

export class Live {
  readonly #listeners = new Set<Listener>()
  readonly #followed: Followed | null
  readonly #ready = Promise.withResolvers<void>()
  #isAwaited = true

  /** Null: nothing streams, and only this page's own commands are reported. */
  constructor(followed: Followed | null) {
    this.#followed = followed
    if (!followed) this.#letRead()
  }

  /** Resolves when reading may begin. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** Follows until the returned function is called. */
  start(): () => void {
    if (!this.#followed) return () => undefined
    const { client, network, onConnection } = this.#followed
    setTimeout(() => this.#letRead(), openWaitMsMax)
    return followLive({
      open: (signal) =>
        client.openStream(`/${network}/live`, signal).catch((error: unknown) => {
          this.#letRead()
          throw error
        }),
      event: 'moved',
      onData: (data) => {
        // The stream opens with a word about anything; what still waits to be read has not missed it.
        if (this.#isAwaited) this.#letRead()
        else this.tell((data as { moved: Moved }).moved)
      },
      onConnection,
    })
  }

  /** Returns what stops the listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Also called by commands of this page whose effect no actor has: settings move nothing. */
  tell(moved: Moved): void {
    for (const listener of this.#listeners) listener(moved)
  }

  #letRead(): void {
    this.#isAwaited = false
    this.#ready.resolve()
  }
}
