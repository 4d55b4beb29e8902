/** Records when API keys are used, to the minute: once a minute for each key and process. */
import type { Log } from '../../shared/log.ts'
import { errorText } from '../../shared/errors.ts'
import { stepUntilDone } from '../../shared/pulse.ts'
import { elapsedMs } from '../../shared/time.ts'

const notedEveryMs = 60_000
const keysMax = 10_000

type Note = (keyName: string) => Promise<void>

export class KeyUses {
  readonly #note: Note
  readonly #log: Log
  /** When each key was noted last, by this process's clock. */
  readonly #notedAt = new Map<string, number>()

  constructor(note: Note, log: Log) {
    this.#note = note
    this.#log = log
  }

  /** Does not wait: no request is slower, or fails, because the use of its key is recorded. */
  note(keyName: string): void {
    const now = elapsedMs()
    const notedAt = this.#notedAt.get(keyName)
    if (notedAt !== undefined && now - notedAt < notedEveryMs) return
    if (this.#notedAt.size >= keysMax) this.#notedAt.clear()
    this.#notedAt.set(keyName, now)
    const noted = this.#note(keyName).catch((error: unknown) =>
      this.#log.warn(
        { keyName, error: errorText(error) },
        'the last use of an API key was not recorded; it will be by a later use',
      ),
    )
    stepUntilDone('noting the use of an API key', noted)
  }
}
