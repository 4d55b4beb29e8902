/** Measures everything in a picture before it has a place: cards of states, labels of arrows. */
import type { State, WayKind } from '../../../src/core/lifecycles/model.ts'
import { listOf } from '../outcomes.ts'
import type { Route } from '../routes.ts'
import { textWidth, wrapText } from './text.ts'

export const fontSizes = { title: 22, subtitle: 13, name: 14, text: 12, small: 11 } as const

/** One line of text; `top` is its distance from the top of its box. */
export type Line = { text: string; style: LineStyle; top: number; width: number }
/** `permitted` is a button that is there on a condition. */
export type LineStyle = 'name' | 'description' | 'phases' | 'condition' | 'permitted' | WayKind

/** A block holds what a card says of its state, or all lines about one route. */
export type Block = { route: Route | null; lines: Line[] }
export type Box = { width: number; height: number; blocks: Block[] }

/** The widest text of a card, and of a label. */
export type Widths = { card: number; label: number }

const pillPadding = 8
const gap = 5

export const lineHeights: Record<LineStyle, number> = {
  name: 19,
  description: 15,
  phases: 15,
  condition: 14,
  command: 21,
  permitted: 21,
  event: 15,
  timer: 15,
  automatic: 15,
}

/** The card of a state: its name, what it means, its phases, and what people may do that leaves it as it is. */
export function cardOf(state: State, staying: Route[], widthMax: number): Box {
  const phases = state.children.map(({ name }) => name)
  const texts = [
    { text: state.name, style: 'name' as const },
    ...wrapped(state.description, 'description', widthMax),
    ...wrapped(phases.length > 0 ? `Phases: ${listOf(phases, 'and')}` : '', 'phases', widthMax),
  ]
  const about = { route: null, texts }
  const others = staying.map((route) => ({ route, texts: routeTexts(route, widthMax) }))
  return boxOf([about, ...others], { x: cardPaddingOf(state), y: 9, gap })
}

/** Returns how far the words of a card stand from its left and right edge; a decision has slanted ones. */
export const cardPaddingOf = ({ isDecision }: State): number => (isDecision ? 26 : 14)

/** The label of an arrow: a block for each route along it. Nothing is said of two routes in common. */
export function labelOf(routes: Route[], widthMax: number): Box {
  const blocks = routes.map((route) => ({ route, texts: routeTexts(route, widthMax) }))
  return boxOf(blocks, { x: 4, y: 2, gap: 4 })
}

export const isButton = (style: LineStyle): boolean => style === 'command' || style === 'permitted'

export type Text = Pick<Line, 'text' | 'style'>

/** Writes the cause, and under it where and under which condition it counts. */
function routeTexts(route: Route, widthMax: number): Text[] {
  const { phases, condition } = route
  const where = phases.length > 0 ? `in ${listOf(phases, 'or')}` : ''
  const when = [where, condition].filter(Boolean).join(', ')
  return [...causeTexts(route, widthMax), ...wrapped(when, 'condition', widthMax)]
}

export function causeTexts(
  { kind, words, role, permission }: Pick<Route, 'kind' | 'words' | 'role' | 'permission'>,
  widthMax: number,
): Text[] {
  if (!role) return wrapped(words, kind, widthMax)
  return [{ text: `${words} · ${role}`, style: permission ? 'permitted' : kind }]
}

export function wrapped(text: string, style: LineStyle, widthMax: number): Text[] {
  const size = style === 'condition' || style === 'phases' ? fontSizes.small : fontSizes.text
  return wrapText(text, size, widthMax).map((line) => ({ text: line, style }))
}

type Padding = { x: number; y: number; gap: number }

function boxOf(blocks: { route: Route | null; texts: Text[] }[], padding: Padding): Box {
  let top = padding.y
  const placed = blocks.map(({ route, texts }, index) => {
    if (index > 0) top += padding.gap
    const lines = texts.map(({ text, style }) => {
      const line = { text, style, top, width: lineWidth(text, style) }
      top += lineHeights[style]
      return line
    })
    return { route, lines }
  })
  const widths = placed.flatMap(({ lines }) => lines.map(({ width }) => width))
  const width = Math.max(0, ...widths) + 2 * padding.x
  return { width: Math.ceil(width), height: Math.ceil(top + padding.y), blocks: placed }
}

export function lineWidth(text: string, style: LineStyle): number {
  if (style === 'name') return textWidth(text, fontSizes.name, true)
  if (style === 'condition' || style === 'phases') return textWidth(text, fontSizes.small)
  if (isButton(style)) return textWidth(text, fontSizes.text, true) + 2 * pillPadding
  return textWidth(text, fontSizes.text) + (style === 'timer' ? 16 : 0)
}
