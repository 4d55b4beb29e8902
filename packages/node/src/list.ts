/** A list of the API, read page by page as it is walked through. */

/** One page, as it came: its rows, and what the service says about the page. */
export type PageOf<Item, Page> = { items: Item[]; page: Page }

/** Says where a page was, and where to read on. */
type ListPlace = { limit: number; next: unknown }

type Read<Item, Page> = (more: Record<string, unknown>) => Promise<PageOf<Item, Page>>

/**
 * The rows of a list: `for await (const row of list)` reads page after page, as far as you go. `limit`
 * of the query is the size of a page. Rows that come while it is read move nothing; what must be
 * complete and in order, of a list whose rows move or leave, is read from the event log.
 */
export class List<Item, Page = unknown> implements AsyncIterable<Item> {
  readonly #read: Read<Item, Page>

  constructor(read: Read<Item, Page>) {
    this.#read = read
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
      const { limit, next } = page as ListPlace
      if (items.length < limit || next === null) return
      // The place says all of where the next page begins.
      more = { offset: undefined, before: undefined, after: next }
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
