/**
 * Gives everything in the picture its place.
 *
 * ELK arranges the states in layers and leads the arrows around them at right angles, with room
 * kept for every label. The chart's own order is the order of the layers: for an arrow that leads
 * back, ELK is given its reverse. The same lifecycle always gives the same places.
 */
import { createRequire } from 'node:module'
import type { ElkExtendedEdge, ElkNode, ElkPoint, ELK } from 'elkjs/lib/elk-api.js'
import { type Box, cardOf, labelOf } from './boxes.ts'
import { columnEdges, columnsOf, isVisible, widen } from './columns.ts'
import type { Lifecycle, State } from './model.ts'
import { withInner } from './model.ts'
import { anyState, type Arrow, type Picture } from './picture.ts'

export type Place = { x: number; y: number; width: number; height: number }
export type PlacedState = Place & { state: State; card: Box; depth: number }
/** `arrow` is null for the one that points at a beginning. */
export type PlacedArrow = { arrow: Arrow | null; points: ElkPoint[]; label: PlacedLabel | null }
type PlacedLabel = Place & { box: Box }
export type Layout = {
  width: number
  height: number
  /** Outer states before the states within them. */
  states: PlacedState[]
  arrows: PlacedArrow[]
  /** Where a lifecycle, or the inside of a state, begins. */
  beginnings: Place[]
  anyState: Place | null
}

const dotSize = 12
const anyStateSize = { width: 92, height: 28 }

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.thoroughness': '60',
  'elk.edgeLabels.placement': 'CENTER',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  'elk.padding': '[top=24,left=24,bottom=24,right=24]',
}

const { default: Elk } = createRequire(import.meta.url)('elkjs/lib/elk.bundled.js') as {
  default: new () => ELK
}

/** Arranges a picture from top to bottom. Pixels. */
export async function layOut(
  lifecycle: Lifecycle,
  { arrows, saidInWords }: Picture,
): Promise<Layout> {
  const states = withInner(lifecycle.states)
  const cards = new Map(
    states.map((state) => [state.path, cardOf(state, saidInWords.get(state.path)!)]),
  )
  const columns = columnsOf(states, arrows)
  for (const column of columns) widen(column, cards)
  const labels = new Map(arrows.map(({ id, ways }) => [id, labelOf(ways)]))
  const hasAnyState = arrows.some(({ from }) => from === anyState)
  const graph: ElkNode = {
    id: 'picture',
    layoutOptions: options,
    children: [
      { id: dotOf(''), width: dotSize, height: dotSize },
      ...(hasAnyState ? [{ id: anyState, ...anyStateSize }] : []),
      ...lifecycle.states.map((state) => toNode(state, cards, isBegun(lifecycle))),
    ],
    edges: [
      beginningOf('', lifecycle.initial),
      ...states.filter(isBegun(lifecycle)).map(({ path, initial }) => beginningOf(path, initial!)),
      ...columns.flatMap(columnEdges),
      ...arrows.map((arrow) => toEdge(arrow, labels.get(arrow.id)!, leadsBack(arrow, states))),
    ],
  }
  return placesOf(await new Elk().layout(graph), { states, cards, arrows, labels })
}

const dotOf = (path: string) => `${path}/begin`

function beginningOf(path: string, initial: string): ElkExtendedEdge {
  return { id: `${path}/begins`, sources: [dotOf(path)], targets: [initial] }
}

/** Whether something leads to a state as a whole, so that it begins with its first inner state. */
const isBegun =
  ({ ways, initial: first }: Lifecycle) =>
  ({ path, initial }: State): boolean =>
    initial !== null && (path === first || ways.some(({ to }) => to === path))

function toNode(state: State, cards: Map<string, Box>, hasDot: (state: State) => boolean): ElkNode {
  const { width, height } = cards.get(state.path)!
  if (state.children.length === 0) return { id: state.path, width: Math.max(width, 110), height }
  return {
    id: state.path,
    layoutOptions: {
      'elk.padding': `[top=${height + 12},left=20,bottom=20,right=20]`,
    },
    children: [
      ...(hasDot(state) ? [{ id: dotOf(state.path), width: dotSize, height: dotSize }] : []),
      ...state.children.map((child) => toNode(child, cards, hasDot)),
    ],
  }
}

function toEdge(
  { id, from, to }: Arrow,
  { width, height, lines }: Box,
  isReversed: boolean,
): ElkExtendedEdge {
  const inline = { 'elk.edgeLabels.inline': 'true' }
  const label = { id: `${id}/label`, text: id, width, height, layoutOptions: inline }
  const labels = lines.length > 0 ? [label] : []
  const [source, target] = isReversed ? [to, from] : [from, to]
  return { id, sources: [source], targets: [target], labels }
}

function leadsBack({ from, to }: Arrow, states: State[]): boolean {
  const order = (path: string) => states.findIndex((state) => state.path === path)
  return order(from) > order(to)
}

type Known = {
  states: State[]
  cards: Map<string, Box>
  arrows: Arrow[]
  labels: Map<string, Box>
}

function placesOf(picture: ElkNode, { states, cards, arrows, labels }: Known): Layout {
  const nodes = new Map(allNodes(picture).map((node) => [node.id, node]))
  const arrowOf = new Map(arrows.map((arrow) => [arrow.id, arrow]))
  const dots = [...nodes.keys()].filter((id) => id.endsWith(dotOf('')))
  const place = (id: string): Place => placeOf(nodes.get(id)!)
  return {
    width: Math.ceil(picture.width ?? 0),
    height: Math.ceil(picture.height ?? 0),
    states: states.map((state) => ({
      ...place(state.path),
      state,
      card: cards.get(state.path)!,
      depth: state.path.split('.').length,
    })),
    arrows: (picture.edges ?? []).filter(isVisible).map((edge) => {
      const arrow = arrowOf.get(edge.id) ?? null
      const points = pointsOf(edge)
      if (arrow && leadsBack(arrow, states)) points.reverse()
      return { arrow, points, label: labelPlaceOf(edge, labels) }
    }),
    beginnings: dots.map(place),
    anyState: nodes.has(anyState) ? place(anyState) : null,
  }
}

function pointsOf({ sections = [] }: ElkExtendedEdge): ElkPoint[] {
  return sections.flatMap((one) => [one.startPoint, ...(one.bendPoints ?? []), one.endPoint])
}

function labelPlaceOf({ id, labels = [] }: ElkExtendedEdge, boxes: Map<string, Box>) {
  const [label] = labels
  return label ? { ...placeOf(label), box: boxes.get(id)! } : null
}

const placeOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Place>): Place => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
})

const round = (pixels: number) => Math.round(pixels * 10) / 10

const allNodes = (node: ElkNode): ElkNode[] =>
  (node.children ?? []).flatMap((child) => [child, ...allNodes(child)])
