/** The streams of events that pages follow, read as they come. */

class Heard<Data> {
  raw = ''
  isOver = false

  /** All events that have come whole, in order. */
  get events(): { event: string; data: Data }[] {
    return [...this.raw.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event, data]) => ({
      event: event!,
      data: JSON.parse(data!),
    }))
  }
}

/** Follows a stream until `stop`, or until the server ends it. */
export async function followEvents<Data>(url: string, headers: Record<string, string> = {}) {
  const hangingUp = new AbortController()
  const response = await fetch(url, { headers, signal: hangingUp.signal })
  const heard = new Heard<Data>()
  const reading = response.ok ? read(response.body!, heard) : response.text()
  return {
    response,
    heard,
    stop: async () => {
      hangingUp.abort()
      await reading
    },
  }
}

async function read(body: ReadableStream<Uint8Array>, heard: Heard<unknown>): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of body) heard.raw += decoder.decode(bytes, { stream: true })
  } catch {
    // Hung up, by one side or the other.
  }
  heard.isOver = true
}
