/**
 * Keeps what is followed now, by its id. It is read when the bus reports that it moved and, because the bus may lose
 * that, every few seconds besides; once nobody follows it any more, it is forgotten.
 */
import { errorText } from '../../shared/errors.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { type Listener, type Sources, Watched } from './watched.ts'
import { every } from '../../shared/time.ts'

/** Says where to read it, and how to hear that it moved. */
export type Followed<Reading> = Sources<Reading> & {
  onMoved: (refresh: () => void) => () => void
}

type Watch<Reading> = { watched: Watched<Reading>; followers: number; stop(): void }

export class Watches<Reading> {
  readonly #dependencies: Pick<HttpDependencies, 'log' | 'settings'>
  readonly #watches = new Map<string, Watch<Reading>>()

  constructor(dependencies: Pick<HttpDependencies, 'log' | 'settings'>) {
    this.#dependencies = dependencies
  }

  get all(): Watched<Reading>[] {
    return [...this.#watches.values()].map(({ watched }) => watched)
  }

  /** `started` resolves after the first view was sent, and rejects where there is none to send. */
  follow(
    id: string,
    followed: Followed<Reading>,
    listener: Listener,
  ): { started: Promise<void>; leave: () => void } {
    const watch = this.#watches.get(id) ?? this.#watch(id, followed)
    const { watched } = watch
    watch.followers++
    let isGone = false
    const leave = () => {
      if (isGone) return
      isGone = true
      watched.remove(listener)
      watch.followers--
      if (watch.followers > 0) return
      watch.stop()
      this.#watches.delete(id)
    }
    const started = watched.ready().then(() => {
      if (!isGone) watched.add(listener)
    })
    return { started, leave }
  }

  close(): void {
    for (const watch of this.#watches.values()) watch.stop()
    this.#watches.clear()
  }

  #watch(id: string, { onMoved, ...sources }: Followed<Reading>): Watch<Reading> {
    const { log, settings } = this.#dependencies
    const watched = new Watched(sources)
    const refresh = () =>
      void watched.refresh().catch((error: unknown) => {
        log.warn(
          { followed: id, error: errorText(error) },
          'what somebody follows was not read; trying again in seconds',
        )
      })
    const unsubscribe = onMoved(refresh)
    const timer = every(settings.listeners.readAnywayMs, refresh)
    const stop = () => {
      unsubscribe()
      timer.cancel()
    }
    const watch = { watched, followers: 0, stop }
    this.#watches.set(id, watch)
    return watch
  }
}
