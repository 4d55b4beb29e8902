/** A list of the API, read page by page as it is walked through. */

/** One page, as it came: its rows, and what the service says about the page. */
export type PageOf<Item, Page> = { items: Item[]; page: Page }

/** Where a page was, whichever way the list is read on. */
type Place = { limit: number; offset?: number; next?: unknown }

type Read<Item, Page> = (more: Record<string, unknown>) => Promise<PageOf<Item, Page>>

/**
 * The rows of a list: `for await (const row of list)` reads page after page, as far as you go. `limit`
 * of the query is the size of a page. A list that changes while it is read may show a row twice; what
 * must be complete and in order is read from the event log.
 */
export class List<Item, Page = unknown> implements AsyncIterable<Item> {
  readonly #read: Read<Item, Page>
  readonly #by: 'offset' | 'after'

  constructor(read: Read<Item, Page>, by: 'offset' | 'after') {
    this.#read = read
    this.#by = by
  }

  /** Reads the page that the query names, and no other. */
  firstPage(): Promise<PageOf<Item, Page>> {
    return this.#read({})
  }

  /** Walks through the pages. */
  async *pages(): AsyncGenerator<PageOf<Item, Page>, void> {
    let more: Record<string, unknown> = {}
    for (;;) {
      const { items, page } = await this.#read(more)
      yield { items, page }
      const { limit, offset = 0, next } = page as Place
      if (items.length < limit) return
      more = this.#by === 'offset' ? { offset: offset + items.length } : { after: next }
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { items } of this.pages()) yield* items
  }

  /** Reads all rows, or the first `max` of them. */
  async toArray(max = Infinity): Promise<Item[]> {
    const rows: Item[] = []
    if (max > 0) for await (const row of this) if (rows.push(row) >= max) break
    return rows
  }
}
