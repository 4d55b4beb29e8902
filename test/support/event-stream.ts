/** The streams of events that pages follow, read as they come. */

class Heard<Data> {
  raw = ''
  isOver = false
  #taken = 0
  #more = Promise.withResolvers<void>()

  /** All events that have come whole, in order. */
  get events(): { event: string; data: Data }[] {
    return [...this.raw.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event, data]) => ({
      event: event!,
      data: JSON.parse(data!),
    }))
  }

  /** Resolves with the first event that was not asked for before, as soon as it comes; rejects where the stream ends. */
  async next(): Promise<{ event: string; data: Data }> {
    while (this.events.length === this.#taken) {
      if (this.isOver) throw new Error(`no more events come after: ${this.raw}`)
      await this.#more.promise
    }
    return this.events[this.#taken++]!
  }

  take(text: string): void {
    this.raw += text
    this.#tell()
  }

  end(): void {
    this.isOver = true
    this.#tell()
  }

  #tell(): void {
    this.#more.resolve()
    this.#more = Promise.withResolvers()
  }
}

/** Follows a stream until `stop`, or until the server ends it. */
export async function followEvents<Data>(url: string, headers: Record<string, string> = {}) {
  const hangingUp = new AbortController()
  const response = await fetch(url, { headers, signal: hangingUp.signal })
  const heard = new Heard<Data>()
  if (!response.ok) await response.text()
  const reading = response.ok ? read(response.body!, heard) : Promise.resolve()
  return {
    response,
    heard,
    /** Resolves when the server has ended it, or `stop` was called. */
    over: reading,
    stop: async () => {
      hangingUp.abort()
      await reading
    },
  }
}

async function read(body: ReadableStream<Uint8Array>, heard: Heard<unknown>): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of body) heard.take(decoder.decode(bytes, { stream: true }))
  } catch {
    // Hung up, by one side or the other.
  }
  heard.end()
}
