/** What moves, as the service tells it: parts of the page that show it read it again. */
import { SessionStream } from '../../session/stream.ts'
import type { DashboardClient } from './client.ts'
import type { NetworkName } from './identity.ts'

/** Null stands for anything, such as after a lost connection. */
export type Moved = { kind: string; id: string }[] | null
type Listener = (moved: Moved) => void

export class Live {
  readonly #listeners = new Set<Listener>()
  readonly #stream: SessionStream

  constructor(
    client: DashboardClient,
    network: NetworkName,
    onConnection: (isConnected: boolean) => void,
  ) {
    const openStream = (signal: AbortSignal) => client.openStream(`/${network}/live`, signal)
    const onEvent = (name: string, data: unknown) => {
      if (name === 'moved') this.tell((data as { moved: Moved }).moved)
    }
    this.#stream = new SessionStream({ openStream }, { onEvent, onConnection })
  }

  start(): void {
    this.#stream.start()
  }

  stop(): void {
    this.#stream.stop()
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
}
