/**
 * The pictures of the machines, and paths drawn on them. A picture stands in the page once; a path shows it by
 * reference, with the states and ways that it walked over it, so that hundreds of paths stay a page that opens at once.
 */
import { actorDefinitions } from '../../../src/core/turn/actor-definitions.ts'
import { type Layout, layOut, type PlacedCard } from '../../../scripts/diagrams/drawing/layout.ts'
import { roundedPath } from '../../../scripts/diagrams/drawing/shapes.ts'
import { toSvg } from '../../../scripts/diagrams/drawing/svg.ts'
import { toLifecycle } from '../../../src/core/lifecycles/model.ts'
import { type Picture, picturesOf } from '../../../scripts/diagrams/picture.ts'
import { escapeHtml } from '../../../src/shared/html/escape-html.ts'
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import type { Path } from '../path.ts'

export type DrawnPicture = {
  picture: Picture
  layout: Layout
  /** With an id, by which paths show it. */
  svg: string
  /** The cards begin here in the picture, which is this wide. */
  at: { x: number; y: number; width: number }
}

export async function drawMachine(kind: ActorKind): Promise<DrawnPicture[]> {
  const drawn: DrawnPicture[] = []
  for (const picture of picturesOf(toLifecycle(actorDefinitions[kind].machine))) {
    const layout = await layOut(picture)
    const plain = toSvg(picture, layout)
    const svg = plain.replace('<svg ', `<svg id="${idOf(picture)}" `)
    drawn.push({ picture, layout, svg, at: placeOf(plain) })
  }
  return drawn
}

const idOf = ({ id }: Picture): string => `picture-${id}`

function placeOf(svg: string): DrawnPicture['at'] {
  const [, width] = /width="(\d+)"/.exec(svg) ?? []
  const [, x, y] = /<g transform="translate\(([\d.]+) ([\d.]+)\)">/.exec(svg) ?? []
  if (!width || !x || !y) throw new Error('a picture does not say where its cards begin')
  return { x: Number(x), y: Number(y), width: Number(width) }
}

/** A state that a path came to, and by which step, from 1. */
type Stop = { state: string; step: number }

/** Draws a path on the statuses, and on the phases of each status in which it was. */
export function drawPath({ steps }: Path, drawn: DrawnPicture[]): string {
  const stops = steps.flatMap(({ states }, index) =>
    states.map((state) => ({ state, step: index + 1 })),
  )
  const shown = drawn.filter(
    ({ picture, layout }) =>
      picture.status === null || stops.some(({ state }) => cardAt(layout, state)),
  )
  return shown.map((one) => drawStops(one, stops)).join('')
}

function drawStops({ picture, layout, at }: DrawnPicture, stops: Stop[]): string {
  const { x, y, width } = at
  const cards = layout.cards.map((card) => litCard(card, stepsIn(card, stops)))
  return `<svg class="walk" viewBox="0 ${y} ${width} ${layout.height}" width="${width}" height="${layout.height}" role="img" aria-label="${escapeHtml(`The path in ${picture.title}`)}"><use href="#${idOf(picture)}"/><g transform="translate(${x} ${y})">${litWays(layout, stops)}${cards.join('')}</g></svg>`
}

const isWithin = (state: string, path: string): boolean =>
  state === path || state.startsWith(`${path}.`)

const cardAt = ({ cards }: Layout, path: string): PlacedCard | undefined =>
  cards.find(({ state }) => isWithin(path, state.path))

const stepsIn = ({ state }: PlacedCard, stops: Stop[]): number[] =>
  stops.filter((stop) => isWithin(stop.state, state.path)).map(({ step }) => step)

/** The card's frame, and at its corner the numbers of the steps that came to it. */
function litCard({ x, y, width, height }: PlacedCard, steps: number[]): string {
  if (steps.length === 0) return ''
  const numbers = sayRanges(steps)
  const badge = 12 + numbers.length * 7
  const left = x + width - badge + 8
  return `<rect class="lit" x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/><rect class="badge" x="${left}" y="${y - 10}" width="${badge}" height="20" rx="10"/><text class="number" x="${left + badge / 2}" y="${y + 4.5}">${numbers}</text>`
}

/** `1, 3–5`; of many only the first ranges. */
function sayRanges(steps: number[]): string {
  const ranges: [number, number][] = []
  for (const step of new Set(steps)) {
    const last = ranges.at(-1)
    if (last && step === last[1] + 1) last[1] = step
    else ranges.push([step, step])
  }
  const said = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return said.length > 4 ? `${said.slice(0, 4).join(', ')} …` : said.join(', ')
}

/** The arrows that the path went; where a picture says a way in a row, cards are joined by a dotted line. */
function litWays(layout: Layout, stops: Stop[]): string {
  const ways = stops.slice(1).map(({ state }, index) => litWay(layout, stops[index]!.state, state))
  return [...new Set(ways)].join('')
}

function litWay(layout: Layout, from: string, to: string): string {
  const [begin, end] = [cardAt(layout, from), cardAt(layout, to)]
  if (!begin || begin === end) return ''
  const arrow = layout.arrows.find(
    (one) => one.arrow?.from === begin.state.path && isWithin(to, one.arrow.to),
  )
  if (arrow) return `<path class="way" d="${roundedPath(arrow.points)}"/>`
  return end ? `<path class="way dotted" d="${joinOf(begin, end)}"/>` : ''
}

/** From the edge of one card to the nearest of the other: down, up, or sideways. */
function joinOf(begin: PlacedCard, end: PlacedCard): string {
  const middle = ({ x, width }: PlacedCard) => x + width / 2
  const bottom = ({ y, height }: PlacedCard) => y + height
  if (bottom(begin) < end.y) return `M${middle(begin)} ${bottom(begin)}L${middle(end)} ${end.y}`
  if (bottom(end) < begin.y) return `M${middle(begin)} ${begin.y}L${middle(end)} ${bottom(end)}`
  const [left, right] = [begin, end].toSorted((one, other) => one.x - other.x) as [
    PlacedCard,
    PlacedCard,
  ]
  const height = ({ y, height: whole }: PlacedCard) => y + whole / 2
  return `M${left.x + left.width} ${height(left)}L${right.x} ${height(right)}`
}
