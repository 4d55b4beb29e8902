/**
 * Draws a placed lifecycle as SVG.
 *
 * Every state carries its path in `data-state`, so that a page can mark where an entity is by
 * adding the class `current`, without a new drawing.
 */
import type { ElkPoint } from 'elkjs/lib/elk-api.js'
import { type Box, cardPaddingOf, fontSizes, type Line } from './boxes.ts'
import { legend, legendHeight } from './legend.ts'
import type { Layout, Place, PlacedArrow, PlacedState } from './layout.ts'
import type { Lifecycle } from './model.ts'
import { hexagon, round } from './shapes.ts'
import { arrowHeads, style } from './style.ts'
import { fontFamily, textWidth, wrapText } from './text.ts'

const margin = 24
const cornerRadius = 7
const widthMin = 760

/** The whole picture: title, what the machine is for, states, arrows, legend. */
export function toSvg(lifecycle: Lifecycle, layout: Layout): string {
  const width = Math.max(widthMin, layout.width)
  const header = headerOf(lifecycle, width)
  const height = header.height + layout.height + legendHeight
  const shift = round((width - layout.width) / 2)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${fontFamily}" role="img" aria-label="${escape(`${lifecycle.name}: ${lifecycle.description}`)}">
<defs>${arrowHeads}</defs>
<style>${style}</style>
<rect class="paper" width="${width}" height="${height}"/>
${header.svg}
<g transform="translate(${shift} ${header.height})">
${layout.states.map(stateSvg).join('\n')}
${layout.arrows.map(arrowSvg).join('\n')}
${layout.beginnings.map(beginningSvg).join('\n')}
${layout.anyState ? anyStateSvg(layout.anyState) : ''}
${layout.arrows
  .map((arrow) => labelSvg(arrow, layout))
  .filter(Boolean)
  .join('\n')}
${layout.states
  .filter(({ state }) => state.children.length > 0)
  .map(headingSvg)
  .join('\n')}
</g>
<g transform="translate(${margin} ${header.height + layout.height})">${legend(layout)}</g>
</svg>
`
}

function headerOf(lifecycle: Lifecycle, width: number): { svg: string; height: number } {
  const lines = wrapText(lifecycle.description, 13, width - 2 * margin)
  const texts = lines.map((line, row) => text(margin, 64 + row * 18, 'subtitle', line))
  const version = margin + textWidth(lifecycle.name, 24, true) + 10
  return {
    svg: `${text(margin, 40, 'title', lifecycle.name)}${text(version, 40, 'version', `version ${lifecycle.version}`)}${texts.join('')}`,
    height: 64 + lines.length * 18,
  }
}

function stateSvg(placed: PlacedState): string {
  const { state, x, y, width, height, card } = placed
  const classes = ['state', state.children.length > 0 ? `outer depth-${placed.depth}` : 'inner']
  if (state.isClosed) classes.push('closed')
  if (state.isDecision) classes.push('decision')
  const size = `x="${x}" y="${y}" width="${width}" height="${height}"`
  const shape = state.isDecision ? hexagon(placed) : `<rect class="card" ${size} rx="9"/>`
  const ring = `x="${x + 3.5}" y="${y + 3.5}" width="${round(width - 7)}" height="${round(height - 7)}"`
  return `<g class="${classes.join(' ')}" data-state="${escape(state.path)}"><title>${escape(state.description)}</title>${shape}${state.isFinal ? `<rect class="ring" ${ring} rx="6"/>` : ''}${state.children.length > 0 ? '' : linesSvg(card, { x: x + cardPaddingOf(state), y })}</g>`
}

/** The name of an outer state stands above the arrows that cross it. */
function headingSvg({ x, y, width: widthOfState, card, state }: PlacedState): string {
  const widths = card.lines.map((line) => line.width + 4 + textWidth(line.suffix, fontSizes.text))
  const width = Math.min(Math.max(...widths) + 12, widthOfState - 16)
  return `<g class="heading${state.isClosed ? ' closed' : ''}"><rect x="${x + 8}" y="${y + 6}" width="${round(width)}" height="${card.height - 10}" rx="4"/>${linesSvg(card, { x: x + 14, y })}</g>`
}

function arrowSvg({ arrow, points }: PlacedArrow): string {
  const kind = arrow?.kind ?? 'begin'
  return `<path class="arrow ${kind}" d="${roundedPath(points)}" marker-end="url(#head-${kind})"/>`
}

function labelSvg({ arrow, label }: PlacedArrow, layout: Layout): string {
  if (!arrow || !label) return ''
  const { x, y, width, height } = label
  const depth = depthAt(label, layout)
  const paper = `<rect class="label depth-${depth}" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>`
  return `<g data-way="${escape(arrow.id)}">${paper}${linesSvg(label.box, { x: x + 3, y }, width - 6)}</g>`
}

/** How many outer states lie under the middle of a label, which takes the colour of its ground. */
function depthAt({ x, y, width, height }: Place, layout: Layout): number {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  return layout.states.filter(
    (outer) =>
      outer.state.children.length > 0 &&
      Math.abs(outer.x + outer.width / 2 - middleX) < outer.width / 2 &&
      Math.abs(outer.y + outer.height / 2 - middleY) < outer.height / 2,
  ).length
}

/** Lines of a card stand at the left; lines of a label, whose width is given, in the middle. */
function linesSvg({ lines }: Box, origin: { x: number; y: number }, width?: number): string {
  return lines
    .map((line) => {
      const x = origin.x + (width === undefined ? 0 : (width - line.width) / 2)
      return lineSvg(line, round(x), round(origin.y + line.top))
    })
    .join('')
}

function lineSvg(line: Line, x: number, y: number): string {
  const { suffix, style: kind, width } = line
  const after = suffix && text(x + width + 4, y + (kind === 'command' ? 13.5 : 11), 'words', suffix)
  return wordsSvg(line, x, y) + after
}

function wordsSvg({ style: kind, text: words, width }: Line, x: number, y: number): string {
  if (kind === 'name') return text(x, y + 14, 'name', words)
  if (kind === 'timer')
    return `${clock(x + 5.5, y + 7.5)}${text(x + 15, y + 11.5, 'words timer', words)}`
  if (kind !== 'command') return text(x, y + 11, `words ${kind}`, words)
  const pill = `<rect class="pill" x="${x}" y="${y + 1}" width="${round(width)}" height="17" rx="8.5"/>`
  const [label = '', role] = words.split(' · ')
  const by = role ? `<tspan class="role"> · ${escape(role)}</tspan>` : ''
  return `${pill}<text class="words command" x="${x + 8}" y="${round(y + 13.5)}">${escape(label)}${by}</text>`
}

const clock = (x: number, y: number) =>
  `<path class="clock" d="M${round(x - 4.5)} ${round(y)}a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1 -9 0M${round(x)} ${round(y - 2.8)}V${round(y)}L${round(x + 2)} ${round(y + 1.2)}"/>`

const beginningSvg = ({ x, y }: Place) =>
  `<circle class="beginning" cx="${x + 6}" cy="${y + 6}" r="5"/>`

const anyStateSvg = ({ x, y, width, height }: Place) =>
  `<g class="any"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="14"/>${text(x + 13, y + 18, 'words', 'in any state')}</g>`

function text(x: number, y: number, classes: string, words: string): string {
  return `<text class="${classes}" x="${round(x)}" y="${round(y)}">${escape(words)}</text>`
}

/** A line with rounded corners through the points. */
function roundedPath(points: ElkPoint[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]]
      if (!before) return `M${round(point.x)} ${round(point.y)}`
      if (!after) return `L${round(point.x)} ${round(point.y)}`
      const start = towards(point, before)
      const end = towards(point, after)
      return `L${start}Q${round(point.x)} ${round(point.y)} ${end}`
    })
    .join('')
}

function towards(from: ElkPoint, to: ElkPoint): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const share = Math.min(cornerRadius, length / 2) / length
  return `${round(from.x + (to.x - from.x) * share)} ${round(from.y + (to.y - from.y) * share)}`
}

const escape = (words: string) =>
  words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
