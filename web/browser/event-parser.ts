import { parsePlain } from '../input/parse-plain.ts'

const eventPattern = /^(?:event: ?(.*)\n)?data:([^\n]*)/

/** Returns what takes the pieces of the service's stream, and reports its events. */
export function parseEvents(onEvent: (name: string, data: unknown) => void) {
  let rest = ''
  return (piece: string): void => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, name = 'message', text] = eventPattern.exec(block) ?? []
      if (text !== undefined) onEvent(name, parsePlain(text))
    }
  }
}
