/** Says at the foot of a picture what the colours and lines in it mean. */
import { fontSizes } from './boxes.ts'
import type { Layout } from './layout.ts'
import type { WayKind } from './model.ts'
import { hexagon } from './shapes.ts'
import { textWidth } from './text.ts'

export const legendHeight = 44

const meanings: [WayKind, string][] = [
  ['command', 'somebody presses a button'],
  ['event', 'the service is told'],
  ['timer', 'time is up'],
  ['automatic', 'at once'],
]
const sampleWidth = 34
const gap = 28

/** One row, to be placed at its left top. It explains only what the picture shows. */
export function legend({ arrows, states }: Layout): string {
  const shown = new Set(arrows.map(({ arrow }) => arrow?.kind))
  const samples = meanings
    .filter(([kind]) => shown.has(kind))
    .map(([kind, words]) => ({
      words,
      classes: `words ${kind} meaning`,
      sample: arrowSample(kind),
    }))
  if (states.some(({ state }) => state.isDecision))
    samples.push({ words: 'it is decided', classes: 'words', sample: decisionSample })
  if (states.some(({ state }) => state.isClosed))
    samples.push({ words: 'it has ended', classes: 'words', sample: closedSample })
  let x = 0
  return samples
    .map(({ words, classes, sample }) => {
      const left = Math.round(x)
      x += sampleWidth + 8 + textWidth(words, fontSizes.text) + gap
      const text = `<text class="${classes}" x="${sampleWidth + 8}" y="18">${words}</text>`
      return `<g transform="translate(${left} 0)">${sample}${text}</g>`
    })
    .join('')
}

const arrowSample = (kind: WayKind) =>
  `<path class="arrow ${kind}" d="M0 14h${sampleWidth}" marker-end="url(#head-${kind})"/>`

const decisionSample = `<g class="decision">${hexagon({ x: 4, y: 5, width: 30, height: 18 })}</g>`

const closedSample = `<g class="closed"><rect class="card" x="6" y="5" width="28" height="18" rx="5"/></g>`
