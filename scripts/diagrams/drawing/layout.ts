/**
 * Gives the cards and arrows of a picture their places.
 *
 * ELK arranges the cards in layers and leads the arrows around them at right angles, with space kept for
 * every label. The chart's own order is the order of the layers: for an arrow that leads back, ELK is
 * given its reverse. The same picture always gets the same places.
 */
import { createRequire } from 'node:module'
import type { ElkExtendedEdge, ElkNode, ElkPoint, ELK } from 'elkjs/lib/elk-api.js'
import { type Box, cardOf, fontSizes, labelOf, type Widths } from './boxes.ts'
import type { State } from '../../../src/core/lifecycles/model.ts'
import type { Arrow, Picture } from '../picture.ts'
import { textWidth } from './text.ts'

export type Place = { x: number; y: number; width: number; height: number }
export type PlacedCard = Place & { state: State; box: Box }
/** `arrow` is null for the one that points at the beginning. */
export type PlacedArrow = {
  arrow: Arrow | null
  points: ElkPoint[]
  label: (Place & { box: Box }) | null
}
export type Layout = {
  width: number
  height: number
  cards: PlacedCard[]
  /** States of other pictures. */
  outside: (Place & { path: string })[]
  arrows: PlacedArrow[]
  /** The dot with which everything begins. */
  beginning: Place | null
}

/** A picture is shown in 880 pixels, where its letters must not become smaller. */
export const widthMax = 880

/** The least width of a card, and the space between layers, and for arrows. */
type Gaps = { card: number; layers: number; edgeNode: number; edgeEdge: number }
type Attempt = Widths & { spacing: number; layering: string; placement: string; gaps?: Gaps }

const roomy: Gaps = { card: 110, layers: 26, edgeNode: 14, edgeEdge: 12 }

const inFewLayers = { layering: 'NETWORK_SIMPLEX', placement: 'BRANDES_KOEPF' }
const inNarrowLayers = { layering: 'LONGEST_PATH', placement: 'LINEAR_SEGMENTS' }

/** From roomy to narrow; tried in turn until the picture is narrow enough. */
const attempts: Attempt[] = [
  { card: 210, label: 190, spacing: 30, ...inFewLayers },
  { card: 180, label: 150, spacing: 24, ...inFewLayers },
  { card: 160, label: 130, spacing: 16, ...inFewLayers },
  { card: 160, label: 120, spacing: 16, ...inNarrowLayers },
  { card: 140, label: 100, spacing: 16, ...inNarrowLayers },
  { card: 140, label: 100, spacing: 12, ...inNarrowLayers },
  { card: 130, label: 90, spacing: 12, ...inNarrowLayers },
]

/** For a picture without words, which is to be seen at once. */
const close: Attempt = {
  card: 200,
  label: 0,
  spacing: 18,
  ...inFewLayers,
  gaps: { card: 60, layers: 18, edgeNode: 9, edgeEdge: 8 },
}

const dot = 'begin'
const dotSize = 12
const outsideHeight = 28

const { default: Elk } = createRequire(import.meta.url)('elkjs/lib/elk.bundled.js') as {
  default: new () => ELK
}

/** Arranges a picture from top to bottom, as roomy as its width allows. Pixels. */
export async function layOut(picture: Picture): Promise<Layout> {
  const layouts: Layout[] = []
  for (const attempt of attempts) {
    const layout = await arrange(picture, attempt)
    if (layout.width <= widthMax) return layout
    layouts.push(layout)
  }
  return layouts.toSorted((one, other) => one.width - other.width)[0]!
}

/** Arranges cards that have a name alone, and arrows without words, in as little space as can be. */
export const layOutClose = (picture: Picture): Promise<Layout> => arrange(picture, close)

async function arrange(picture: Picture, attempt: Attempt): Promise<Layout> {
  const { cards, arrows, staying, outside, initial } = picture
  const boxes = new Map(
    cards.map((state) => [state.path, cardOf(state, staying.get(state.path) ?? [], attempt.card)]),
  )
  const labels = new Map(arrows.map(({ id, routes }) => [id, labelOf(routes, attempt.label)]))
  const graph: ElkNode = {
    id: 'picture',
    layoutOptions: optionsOf(attempt),
    children: [
      ...(initial ? [{ id: dot, width: dotSize, height: dotSize }] : []),
      ...cards.map(({ path }) => ({ id: path, ...sizeOf(boxes.get(path)!, attempt.gaps) })),
      ...outside.map((path) => ({ id: path, width: outsideWidth(path), height: outsideHeight })),
    ],
    edges: [
      ...(initial ? [{ id: 'begins', sources: [dot], targets: [initial] }] : []),
      ...arrows.map((arrow) => toEdge(arrow, labels.get(arrow.id)!, leadsBack(arrow, cards))),
    ],
  }
  return placesOf(await new Elk().layout(graph), { picture, boxes, labels })
}

const optionsOf = ({ layering, placement, spacing, gaps = roomy }: Attempt) => ({
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.layering.strategy': layering,
  'elk.layered.nodePlacement.strategy': placement,
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.thoroughness': '80',
  'elk.edgeLabels.placement': 'CENTER',
  'elk.spacing.nodeNode': String(spacing),
  'elk.spacing.edgeNode': String(gaps.edgeNode),
  'elk.spacing.edgeEdge': String(gaps.edgeEdge),
  'elk.spacing.edgeLabel': '4',
  // Cards without arrows stand in the order of the chart, too.
  'elk.separateConnectedComponents': 'false',
  'elk.layered.spacing.nodeNodeBetweenLayers': String(gaps.layers),
  'elk.layered.spacing.edgeNodeBetweenLayers': String(gaps.edgeNode),
  'elk.layered.spacing.edgeEdgeBetweenLayers': String(gaps.edgeEdge),
  'elk.padding': '[top=16,left=24,bottom=16,right=24]',
})

const sizeOf = ({ width, height }: Box, { card } = roomy) => ({
  width: Math.max(width, card),
  height,
})
const outsideWidth = (path: string) => Math.ceil(textWidth(path, fontSizes.text)) + 30

function toEdge({ id, from, to }: Arrow, label: Box, isReversed: boolean): ElkExtendedEdge {
  const { width, height, blocks } = label
  const inline = { 'elk.edgeLabels.inline': 'true' }
  const words = { id: `${id}/label`, text: id, width, height, layoutOptions: inline }
  const labels = blocks.length > 0 ? [words] : []
  const [source, target] = isReversed ? [to, from] : [from, to]
  return { id, sources: [source], targets: [target], labels }
}

function leadsBack({ from, to }: Arrow, cards: State[]): boolean {
  const order = (path: string) => cards.findIndex((card) => card.path === path)
  return order(to) >= 0 && order(from) > order(to)
}

type Known = { picture: Picture; boxes: Map<string, Box>; labels: Map<string, Box> }

function placesOf(arranged: ElkNode, { picture, boxes, labels }: Known): Layout {
  const nodes = new Map((arranged.children ?? []).map((node) => [node.id, node]))
  const place = (id: string): Place => placeOf(nodes.get(id)!)
  return {
    width: Math.ceil(arranged.width ?? 0),
    height: Math.ceil(arranged.height ?? 0),
    cards: picture.cards.map((state) => ({
      ...place(state.path),
      state,
      box: boxes.get(state.path)!,
    })),
    outside: picture.outside.map((path) => ({ ...place(path), path })),
    arrows: (arranged.edges ?? []).map((edge) => {
      const arrow = picture.arrows.find(({ id }) => id === edge.id) ?? null
      const points = pointsOf(edge)
      if (arrow && leadsBack(arrow, picture.cards)) points.reverse()
      const [label] = edge.labels ?? []
      return {
        arrow,
        points,
        label: label ? { ...placeOf(label), box: labels.get(edge.id)! } : null,
      }
    }),
    beginning: nodes.has(dot) ? place(dot) : null,
  }
}

function pointsOf({ sections = [] }: ElkExtendedEdge): ElkPoint[] {
  return sections.flatMap((one) => [one.startPoint, ...(one.bendPoints ?? []), one.endPoint])
}

const placeOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Place>): Place => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
})

const round = (pixels: number) => Math.round(pixels * 10) / 10
