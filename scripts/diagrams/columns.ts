/**
 * Inner states that no arrow joins: they stand below each other in the order of the chart, equally
 * wide. ELK would put them in a row; edges that are not drawn hold them in a column.
 */
import type { ElkExtendedEdge } from 'elkjs/lib/elk-api.js'
import type { Box } from './boxes.ts'
import type { State } from './model.ts'
import type { Arrow } from './picture.ts'

type Column = State[]
const prefix = 'column/'

export function columnsOf(states: State[], arrows: Arrow[]): Column[] {
  const isLoose = ({ path }: State) => {
    const isInside = (other: string) => other.startsWith(`${path}.`)
    return !arrows.some(({ from, to }) => isInside(from) && isInside(to))
  }
  return states.filter(isLoose).map(({ children }) => children)
}

export const columnEdges = (column: Column): ElkExtendedEdge[] =>
  column.slice(1).map(({ path }, index) => ({
    id: `${prefix}${path}`,
    sources: [column[index]!.path],
    targets: [path],
  }))

export const isVisible = ({ id }: ElkExtendedEdge): boolean => !id.startsWith(prefix)

/** Makes the cards of a column as wide as the widest of them. */
export function widen(column: Column, cards: Map<string, Box>): void {
  const own = column.map(({ path }) => cards.get(path)!)
  const width = Math.max(...own.map((card) => card.width))
  for (const card of own) card.width = width
}
