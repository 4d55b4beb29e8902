/** A server that a drill turns off and on again; its data stays, and so does its port. */
import type { EmbeddedServer } from '../../src/embedded/server.ts'

export class Switchable {
  readonly url: string
  readonly #start: () => Promise<EmbeddedServer>
  #server: EmbeddedServer | null

  private constructor(server: EmbeddedServer, start: () => Promise<EmbeddedServer>) {
    this.url = server.url
    this.#server = server
    this.#start = start
  }

  static async start(start: () => Promise<EmbeddedServer>): Promise<Switchable> {
    return new Switchable(await start(), start)
  }

  /** Ends it in good order. */
  async off(): Promise<void> {
    await this.#server?.stop()
    this.#server = null
  }

  async on(): Promise<void> {
    this.#server ??= await this.#start()
    if (this.#server.url !== this.url)
      throw new Error(`another program has taken the port of ${this.url}; run the drill again`)
  }

  /** Null while it is off. */
  get pid(): number | null {
    return this.#server?.pid ?? null
  }
}
