/** Says at the foot of every picture what its colours and lines mean. */
import { fontSizes } from './boxes.ts'
import type { WayKind } from './model.ts'
import { textWidth } from './text.ts'

export const legendHeight = 44

const meanings: [WayKind, string][] = [
  ['command', 'somebody presses a button'],
  ['event', 'the service is told'],
  ['timer', 'time is up'],
  ['automatic', 'at once'],
]
const sampleLength = 34

/** One row, to be placed at its left top. */
export function legend(): string {
  let x = 0
  const samples = meanings.map(([kind, words]) => {
    const start = x
    x += sampleLength + 8 + textWidth(words, fontSizes.text) + 28
    return `<path class="arrow ${kind}" d="M${Math.round(start)} 14h${sampleLength}" marker-end="url(#head-${kind})"/><text class="words ${kind} meaning" x="${Math.round(start + sampleLength + 8)}" y="18">${words}</text>`
  })
  const closed = Math.round(x)
  return `${samples.join('')}<g class="state closed"><rect x="${closed}" y="5" width="26" height="17" rx="5"/><rect class="ring" x="${closed + 3}" y="8" width="20" height="11" rx="3"/></g><text class="words" x="${closed + 34}" y="18">nothing follows</text>`
}
