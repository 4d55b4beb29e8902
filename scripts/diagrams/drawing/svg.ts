/**
 * Draws a placed picture as SVG.
 *
 * Every card carries the path of its state in `data-state`, so that a page can mark where an entity is
 * by adding the class `active`, without a new drawing.
 */
import { cardPaddingOf, fontSizes } from './boxes.ts'
import { legend } from './legend.ts'
import { type Layout, type Place, type PlacedArrow, type PlacedCard, widthMax } from './layout.ts'
import { escape, linesSvg, text } from './lines.ts'
import type { Picture } from '../picture.ts'
import type { Route } from '../routes.ts'
import { rowsSvg } from './rows.ts'
import { hexagon, round, roundedPath } from './shapes.ts'
import { arrowHeads, style } from './style.ts'
import { fontFamily, wrapText } from './text.ts'

const margin = 24
const widthMin = 640

/** The whole picture: title, what it is for, cards, arrows, rows, legend. */
export function toSvg(picture: Picture, layout: Layout): string {
  const hasRows = picture.rows.length + picture.rowsIn.length > 0
  const width = Math.max(hasRows ? widthMax : widthMin, layout.width)
  const header = headerOf(picture, width)
  const rows = rowsSvg(picture, width - 2 * margin)
  const bottom = header.height + layout.height
  const meanings = legend(picture, layout, width - 2 * margin)
  const height = bottom + rows.height + meanings.height
  const shift = round((width - layout.width) / 2)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${fontFamily}" role="img" aria-label="${escape(`${picture.title}. ${picture.description}`)}">
<defs>${arrowHeads}</defs>
<style>${style}</style>
<rect class="paper" width="${width}" height="${height}"/>
${header.svg}
<g transform="translate(${shift} ${header.height})">
${drawingOf(layout)}
</g>
<g transform="translate(${margin} ${bottom})">${rows.svg}</g>
<g class="legend" transform="translate(${margin} ${bottom + rows.height})">${meanings.svg}</g>
</svg>
`
}

/** The cards and arrows alone; what makes a way is said where its arrow is pointed at. */
export function toGlance(
  { title, arrows }: Picture,
  routes: ReadonlyMap<string, Route[]>,
  layout: Layout,
): string {
  const { width, height } = layout
  const pointed = layout.arrows.map(({ arrow, points }) => {
    const says = arrow ? whatMakes(arrow.from, arrow.to, routes.get(arrow.id) ?? []) : ''
    return arrow
      ? `<g class="way"><title>${escape(says)}</title><path class="hit" d="${roundedPath(points)}"/></g>`
      : ''
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${fontFamily}" role="img" aria-label="${escape(`${title} at a glance: ${arrows.length} ways among its statuses.`)}">
<defs>${arrowHeads}</defs>
<style>${style}</style>
<rect class="paper" width="${width}" height="${height}"/>
${drawingOf(layout)}
${pointed.filter(Boolean).join('\n')}
</svg>
`
}

/** `Draft → Pending`, and below it each cause. */
function whatMakes(from: string, to: string, routes: Route[]): string {
  const causes = routes.map(({ words, role }) => (role ? `${words} (${role})` : words))
  return [`${from} → ${to}`, ...new Set(causes)].join('\n')
}

/** A line for each card, arrow and label: pages find the cards by it. */
const drawingOf = (layout: Layout): string =>
  [
    ...layout.cards.map(cardSvg),
    ...layout.outside.map(outsideSvg),
    ...layout.arrows.map(arrowSvg),
    ...(layout.beginning ? [beginningSvg(layout.beginning)] : []),
    ...layout.arrows.map(labelSvg).filter(Boolean),
  ].join('\n')

function headerOf({ title, version, description }: Picture, width: number) {
  const lines = wrapText(description, fontSizes.subtitle, width - 2 * margin)
  const texts = lines.map((line, row) => text(margin, 62 + row * 18, 'subtitle', line))
  return {
    svg: `${text(margin, 38, 'title', title)}${text(width - margin, 38, 'version', `version ${version}`)}${texts.join('')}`,
    height: 56 + lines.length * 18,
  }
}

function cardSvg(placed: PlacedCard): string {
  const { state, x, y, width, height, box } = placed
  const classes = ['state']
  if (state.isClosed) classes.push('closed')
  if (state.isDecision) classes.push('decision')
  const below = state.children.length > 0 ? rectOf({ x: x + 4, y: y + 4, width, height }) : ''
  const shape = state.isDecision ? hexagon(placed) : rectOf(placed)
  const ring = { x: x + 3.5, y: y + 3.5, width: round(width - 7), height: round(height - 7) }
  const blocks = box.blocks.map((block) =>
    linesSvg(block, { x: x + cardPaddingOf(state), y }, state.path),
  )
  return `<g class="${classes.join(' ')}" data-state="${escape(state.path)}"><title>${escape(state.description)}</title>${below}${shape}${state.isFinal ? rectOf(ring, 'ring') : ''}${blocks.join('')}</g>`
}

const rectOf = ({ x, y, width, height }: Place, classes = 'card') =>
  `<rect class="${classes}" x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/>`

const outsideSvg = (place: Place & { path: string }) =>
  `<g class="outside" data-leads-to="${escape(place.path)}">${rectOf(place).replace('rx="9"', 'rx="14"')}${text(place.x + 15, place.y + 18, 'words', place.path)}</g>`

function arrowSvg({ arrow, points }: PlacedArrow): string {
  const kind = arrow?.kind ?? 'begin'
  return `<path class="arrow ${kind}" d="${roundedPath(points)}" marker-end="url(#head-${kind})"/>`
}

function labelSvg({ arrow, label }: PlacedArrow): string {
  if (!arrow || !label) return ''
  const { x, y, width, height, box } = label
  const paper = `<rect class="label" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>`
  const blocks = box.blocks.map((block) => linesSvg(block, { x: x + 3, y }, arrow.id, width - 6))
  return `<g class="label-of">${paper}${blocks.join('')}</g>`
}

const beginningSvg = ({ x, y }: Place) =>
  `<circle class="beginning" cx="${x + 6}" cy="${y + 6}" r="5"/>`
