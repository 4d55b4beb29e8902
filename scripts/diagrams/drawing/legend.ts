/** Says at the foot of a picture what the colours and lines in it mean. */
import { fontSizes } from './boxes.ts'
import type { Layout } from './layout.ts'
import { bothParties, type WayKind } from '../../../src/core/lifecycles/model.ts'
import type { Picture } from '../picture.ts'
import { hexagon } from './shapes.ts'
import { textWidth } from './text.ts'

const meanings: [WayKind, string][] = [
  ['command', 'somebody presses it'],
  ['event', 'it is reported'],
  ['timer', 'time is up'],
  ['automatic', 'at once'],
]
const rowHeight = 28
const sampleWidth = 34
const gap = 20

/** One row or more, to be placed at its left top. It explains only what the picture shows. */
export function legend(picture: Picture, layout: Layout, width: number) {
  let [x, y] = [0, 0]
  const drawn = samplesOf(picture, layout).map(({ words, classes, sample }) => {
    const own = sampleWidth + 8 + textWidth(words, fontSizes.text)
    if (x + own > width) [x, y] = [0, y + rowHeight]
    const text = `<text class="${classes}" x="${sampleWidth + 8}" y="18">${words}</text>`
    const svg = `<g transform="translate(${Math.round(x)} ${y})">${sample}${text}</g>`
    x += own + gap
    return svg
  })
  return { svg: drawn.join(''), height: y + rowHeight + 16 }
}

type Sample = { words: string; classes: string; sample: string }

function samplesOf(
  { arrows, staying, rows, rowsIn, outside }: Picture,
  { cards }: Layout,
): Sample[] {
  const routes = arrows.flatMap((arrow) => arrow.routes)
  const shown = new Set([...routes, ...rows, ...rowsIn].map(({ kind }) => kind))
  const samples = meanings
    .filter(([kind]) => shown.has(kind))
    .map(([kind, words]) => ({
      words,
      classes: `words ${kind} meaning`,
      sample: arrowSample(kind),
    }))
  if (cards.some(({ state }) => state.children.length > 0))
    samples.push({ words: 'has a picture of its own', classes: 'words', sample: phasesSample })
  if (cards.some(({ state }) => state.isDecision))
    samples.push({ words: 'it is decided', classes: 'words', sample: decisionSample })
  if (cards.some(({ state }) => state.isClosed))
    samples.push({ words: 'it has ended', classes: 'words', sample: closedSample })
  if (outside.length > 0)
    samples.push({ words: 'another status', classes: 'words', sample: outsideSample })
  if ([...routes, ...rows, ...rowsIn].some(({ role }) => role === bothParties))
    samples.push({ words: 'merchant or payer', classes: 'words', sample: bothSample })
  const said = [...routes, ...rows, ...rowsIn, ...[...staying.values()].flat()]
  if (said.some(({ permission }) => permission))
    samples.push({ words: 'on a condition', classes: 'words', sample: permittedSample })
  return samples
}

const arrowSample = (kind: WayKind) =>
  `<path class="arrow ${kind}" d="M0 14h${sampleWidth}" marker-end="url(#head-${kind})"/>`

const bothSample = `<text class="words role" x="0" y="18">${bothParties}</text>`

const permittedSample = `<rect class="pill permitted" x="4" y="5" width="30" height="18" rx="9"/>`

const decisionSample = `<g class="decision">${hexagon({ x: 4, y: 5, width: 30, height: 18 })}</g>`

const closedSample = `<g class="closed"><rect class="card" x="6" y="5" width="28" height="18" rx="5"/></g>`

const phasesSample = `<rect class="card" x="8" y="7" width="26" height="16" rx="5"/><rect class="card" x="4" y="3" width="26" height="16" rx="5"/>`

const outsideSample = `<g class="outside"><rect class="card" x="4" y="5" width="30" height="18" rx="9"/></g>`
