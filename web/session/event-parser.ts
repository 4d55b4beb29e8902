import { parsePlain } from '../input/parse-plain.ts'

/** Puts the pieces of a stream together to events, as the standard for them says. */
export class EventParser {
  readonly #onEvent: (name: string, data: unknown) => void
  #rest = ''

  constructor(onEvent: (name: string, data: unknown) => void) {
    this.#onEvent = onEvent
  }

  take(piece: string): void {
    const blocks = (this.#rest + piece).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#tell(block.split('\n'))
  }

  #tell(lines: string[]): void {
    const valueOf = (field: string) =>
      lines
        .find((line) => line.startsWith(`${field}:`))
        ?.slice(field.length + 1)
        .trim()
    const text = valueOf('data')
    if (text !== undefined) this.#onEvent(valueOf('event') ?? 'message', parsePlain(text))
  }
}
