/** Says below a picture, row by row, what has no arrow in it. */
import { causeTexts, isButton, lineHeights, lineWidth, type Text, wrapped } from './boxes.ts'
import { lineSvg, permissionSvg, text } from './lines.ts'
import type { State } from '../../../src/core/lifecycles/model.ts'
import { listOf } from '../outcomes.ts'
import type { Picture, Row } from '../picture.ts'
import { round } from './shapes.ts'

/** Columns begin here: the cause and its condition, the target, the states that have the way. */
const columns = { to: 352, from: 570 }
const causeWidthMax = columns.to - 12
const signWidth = 20
const headingHeight = 42
const rowGap = 6
/** By so much text beside a button stands lower, in line with its words. */
const dropBesideButton = 2

/** The rows of a picture under their headings; no height where there are none. Pixels. */
export function rowsSvg({ rows, rowsIn, status }: Picture, width: number) {
  const title = status ? 'More ways out of these phases' : 'Ways without an arrow above'
  const parts = [
    sectionSvg(title, rows, width, (row) => `in ${sourcesOf(row, status)}`),
    sectionSvg('How it gets here', rowsIn, width, ({ from }) => `from ${listOf(from, 'and')}`),
  ]
  return stacked(
    parts.filter(({ height }) => height > 0),
    0,
    8,
  )
}

/** All phases are called "each phase", and none of them by the name of their status. */
function sourcesOf({ from }: Row, status: State | null): string {
  if (!status) return listOf(from, 'and')
  const phases = status.children.filter(({ isDecision }) => !isDecision)
  if (phases.length > 1 && phases.every(({ path }) => from.includes(path))) return 'each phase'
  return listOf(
    from.map((path) => path.slice(status.path.length + 1)),
    'and',
  )
}

type Part = { svg: string; height: number }

function sectionSvg(title: string, rows: Row[], width: number, fromOf: (row: Row) => string): Part {
  if (rows.length === 0) return { svg: '', height: 0 }
  const { svg, height } = stacked(
    rows.map((row) => rowSvg(row, fromOf(row), width)),
    headingHeight,
    rowGap,
  )
  return {
    svg: `<path class="rule" d="M0 8H${width}"/>${text(0, 31, 'heading', title)}${svg}`,
    height,
  }
}

function stacked(parts: Part[], from: number, gap: number): Part {
  let top = from
  const moved = parts.map(({ svg, height }) => {
    const placed = `<g transform="translate(0 ${top})">${svg}</g>`
    top += height + gap
    return placed
  })
  return { svg: moved.join('\n'), height: top }
}

function rowSvg(row: Row, from: string, width: number): Part {
  const cause = causeSvg(row)
  const drop = row.kind === 'command' ? dropBesideButton : 0
  const to = row.to ?? 'stays as it is'
  const target = cellSvg(
    wrapped(to, 'event', columns.from - columns.to - signWidth),
    columns.to + signWidth,
    drop,
  )
  const sources = cellSvg(wrapped(from, 'phases', width - columns.from), columns.from, drop)
  const sign = `<path class="arrow event" d="M${columns.to} ${drop + 8.5}h14" marker-end="url(#head-event)"/>`
  const { attribute, title } = permissionSvg(row.permission)
  return {
    svg: `<g class="row"><g class="cause"${attribute}>${title}${cause.svg}</g>${row.to === null ? '' : sign}<g class="to">${target.svg}</g><g class="from">${sources.svg}</g></g>`,
    height: Math.max(cause.height, target.height, sources.height),
  }
}

/** The condition stands beside the cause where there is space, and below it otherwise. */
function causeSvg(row: Row): Part {
  const [cause] = causeTexts(row, causeWidthMax) as [Text]
  const after = lineWidth(cause.text, cause.style) + 14
  const beside = wrapped(row.condition, 'condition', causeWidthMax - after)
  if (beside.length < 2) {
    const condition = cellSvg(beside, round(after), isButton(cause.style) ? dropBesideButton : 0)
    return { svg: cellSvg([cause], 0).svg + condition.svg, height: lineHeights[cause.style] }
  }
  return cellSvg([cause, ...wrapped(row.condition, 'condition', causeWidthMax)], 0)
}

function cellSvg(texts: Text[], x: number, from = 0): Part {
  let top = from
  const drawn = texts.map(({ text: words, style }) => {
    const line = { text: words, style, top, width: lineWidth(words, style) }
    const svg = lineSvg(line, x, top)
    top += lineHeights[style]
    return svg
  })
  return { svg: drawn.join(''), height: top }
}
