/** How large everything in the picture is, before it has a place: cards of states, labels of arrows. */
import type { State, WayKind } from './model.ts'
import type { PicturedWay, SaidInWords } from './picture.ts'
import { textWidth, wrapText } from './text.ts'

export const fontSizes = { title: 20, name: 14, text: 11, small: 10 } as const

/**
 * One line of text, and after it where that leads. `top` is its distance from the top of its box;
 * `width` leaves the suffix out.
 */
export type Line = { text: string; style: LineStyle; suffix: string; top: number; width: number }
type LineStyle = 'name' | 'description' | 'condition' | WayKind

export type Box = { width: number; height: number; lines: Line[] }

const cardTextWidthMax = 186
const labelTextWidthMax = 190
const pillPadding = 8
const gapAfterMeaning = 5

const lineHeights: Record<LineStyle, number> = {
  name: 19,
  description: 14,
  condition: 13,
  command: 20,
  event: 14,
  timer: 14,
  automatic: 14,
}

/** The card of a state: its name, what it means, and what the picture says of it in words. */
export function cardOf(state: State, said: SaidInWords): Box {
  const plain = (style: LineStyle) => (text: string) => ({ text, style, suffix: '' })
  const lines = [
    ...[state.name].map(plain('name')),
    ...wrapText(state.description, fontSizes.text, cardTextWidthMax).map(plain('description')),
    ...said.staying.flatMap((way) => labelLines(way)),
    ...said.leaving.flatMap((way) => labelLines(way, `→ ${way.to}`)),
  ]
  return boxOf(distinct(lines), { x: cardPaddingOf(state), y: 9 })
}

/** How far the words of a card stand from its left and right edge; a decision has slanted ones. */
export const cardPaddingOf = ({ isDecision }: State): number => (isDecision ? 26 : 14)

/** The label of an arrow: everything that leads along it. */
export function labelOf(ways: PicturedWay[]): Box {
  return boxOf(distinct(ways.flatMap((way) => labelLines(way))), { x: 3, y: 2 })
}

type Text = Pick<Line, 'text' | 'style' | 'suffix'>

function labelLines(way: PicturedWay, suffix = ''): Text[] {
  const condition = way.condition && `if ${way.condition}`
  const words = way.role
    ? [`${way.words} · ${way.role}`]
    : wrapText(way.words, fontSizes.text, labelTextWidthMax)
  return [
    ...words.map((text, row) => ({
      text,
      style: way.kind,
      suffix: row === words.length - 1 ? suffix : '',
    })),
    ...wrapText(condition, fontSizes.small, labelTextWidthMax).map((text) => ({
      text,
      style: 'condition' as const,
      suffix: '',
    })),
  ]
}

const distinct = (lines: Text[]): Text[] => [
  ...new Map(lines.map((line) => [`${line.style} ${line.text}${line.suffix}`, line])).values(),
]

function boxOf(texts: Text[], padding: { x: number; y: number }): Box {
  let top = padding.y
  const lines = texts.map(({ text, style, suffix }, row) => {
    if (texts[row - 1]?.style === 'description' && style !== 'description') top += gapAfterMeaning
    const line = { text, style, suffix, top, width: lineWidth(text, style) }
    top += lineHeights[style]
    return line
  })
  const widths = lines.map(({ width, suffix }) => width + 4 + textWidth(suffix, fontSizes.text))
  const width = Math.max(0, ...widths) + 2 * padding.x
  return { width: Math.ceil(width), height: Math.ceil(top + padding.y), lines }
}

function lineWidth(text: string, style: LineStyle): number {
  if (style === 'name') return textWidth(text, fontSizes.name, true)
  if (style === 'condition') return textWidth(text, fontSizes.small)
  if (style === 'command') return textWidth(text, fontSizes.text, true) + 2 * pillPadding
  return textWidth(text, fontSizes.text) + (style === 'timer' ? 15 : 0)
}
