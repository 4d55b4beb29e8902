/** The tables of the machines say what each event does in each state, and in which order it is asked. */
import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { allStates, pathOf } from '../../src/core/lifecycles/chart.ts'
import { diagramFiles } from '../../scripts/diagrams/files.ts'
import { machines } from '../../src/core/lifecycles/machines.ts'
import { type Alternative, alternativesAt } from '../support/reactions.ts'

const files = await diagramFiles()
const pages = machines.flatMap((machine) =>
  allStates(machine)
    .filter(({ type }) => type === 'atomic')
    .map((leaf) => [machine.id, pathOf(leaf), leaf] as const),
)
const cellsOf = (line: string) => line.split(/(?<!\\) \| |^\| | \|$/)

test.each(pages)('the tables of %s say what each event does in %s', (id, path, leaf) => {
  const lines = files.get(`docs/machines/${id}.md`)!.split('\n')
  const told = alternativesAt(leaf).filter(([{ eventType }]) => /^(?!xstate\.)./.test(eventType))
  const written = told.map(([{ eventType }]) => {
    const heading = lines.findIndex(
      (line) => line.startsWith('| state |') && line.includes(eventType),
    )
    const column = cellsOf(lines[heading]!).findIndex((cell) => cell.endsWith(`\`${eventType}\``))
    const row = lines.slice(heading).find((line) => line.startsWith(`| **${path}** |`))!
    return cellsOf(row)[column]
  })
  expect(written).toEqual(told.map((ways) => ways.map(cellOf(leaf.machine)).join('<br>')))
})

const cellOf = (machine: AnyStateMachine) => (alternative: Alternative, index: number) => {
  const { guard, target, isHarmless } = alternative
  const state = allStates(machine).find((one) => pathOf(one) === target)
  const first = state?.type === 'compound' ? pathOf(state.initial.target![0]!) : target
  const effect = isHarmless ? '·' : first === null ? 'stays' : `→ ${first}`
  if (guard) return `${effect} [${index > 0 ? 'else if' : 'if'} ${guard}]`
  return index > 0 ? `${effect} [otherwise]` : effect
}
