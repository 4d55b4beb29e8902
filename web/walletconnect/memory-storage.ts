/**
 * The storage of the WalletConnect client, its keys included, for as long as the page is open: a
 * session belongs to one payment, so nothing of it is left in the browser afterwards.
 */
export class MemoryStorage {
  readonly #entries = new Map<string, unknown>()

  async getKeys(): Promise<string[]> {
    return [...this.#entries.keys()]
  }

  async getEntries<T>(): Promise<[string, T][]> {
    return [...this.#entries] as [string, T][]
  }

  async getItem<T>(key: string): Promise<T | undefined> {
    return this.#entries.get(key) as T | undefined
  }

  async setItem<T>(key: string, value: T): Promise<void> {
    this.#entries.set(key, value)
  }

  async removeItem(key: string): Promise<void> {
    this.#entries.delete(key)
  }
}
