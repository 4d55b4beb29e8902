/**
 * Remembers opened API keys for a second, so that a busy merchant does not cost a query
 * and a decryption for every request. A deleted key therefore works for one second more
 * at most; names that do not exist are never remembered.
 */
import type { OpenedApiKey } from '../../store/merchants/api-keys.ts'
import { elapsedMs } from '../../shared/time.ts'

export const rememberedMs = 1_000
const keysMax = 1_000

type FindApiKey = (name: string) => Promise<OpenedApiKey | null>
type CachedKey = { key: Promise<OpenedApiKey | null>; until: number }

export class ApiKeyCache {
  readonly #find: FindApiKey
  readonly #remembered = new Map<string, CachedKey>()

  constructor(find: FindApiKey) {
    this.#find = find
  }

  /** `beforeLook` is called, and may throw, where it is about to cost a query. */
  find(name: string, beforeLook: () => void = () => undefined): Promise<OpenedApiKey | null> {
    const known = this.#remembered.get(name)
    if (known && known.until > elapsedMs()) return known.key
    beforeLook()
    const key = this.#find(name)
    this.#remember(name, key)
    key.then(
      (found) => found ?? this.forget(name),
      () => this.forget(name),
    )
    return key
  }

  /** Forgets a key that was changed or deleted in this process. */
  forget(name: string): void {
    this.#remembered.delete(name)
  }

  #remember(name: string, key: CachedKey['key']): void {
    this.#remembered.delete(name)
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size >= keysMax) this.#remembered.delete(oldest)
    this.#remembered.set(name, { key, until: elapsedMs() + rememberedMs })
  }
}
