/** Answers `/ready` for a process that serves several cells: it takes commands as long as one of them does. */
import {
  type Lack,
  type Readiness,
  type Ready,
  type ServiceStanding,
  standingFor,
} from './readiness.ts'

type Cell = { database: { schema: string }; readiness: Readiness }

/** Makes one question of those about each cell; of one cell alone it is the same as before. */
export function readinessOfCells(cells: readonly Cell[]): Readiness {
  if (cells.length === 1) return cells[0]!.readiness
  return async () => together(await Promise.all(cells.map(ask)))
}

type Named<Of extends ServiceStanding = ServiceStanding> = { cell: string; standing: Of }

const ask = async ({ database, readiness }: Cell): Promise<Named> => ({
  cell: database.schema,
  standing: await readiness(),
})

const isReady = (named: Named): named is Named<Ready> => named.standing.missing === null
const isLacking = (named: Named): named is Named<Lack> => named.standing.missing !== null
const inCell = (cell: string, advice: string[]) => advice.map((text) => `${cell}: ${text}`)
const servesReads = ({ standing }: Named) => standingFor(standing, 'reads').missing === null

function together(named: Named[]): ServiceStanding {
  const advice = named.flatMap(({ cell, standing }) => inCell(cell, standing.advice))
  const ready = named.filter(isReady).map(({ standing }) => standing)
  const lacking = named.filter(isLacking)
  // One that answers reads yet counts before one that answers nothing.
  const chosen = lacking.find(servesReads) ?? lacking[0]
  if (ready.length === 0 && chosen) {
    const { cell, standing } = chosen
    const { seen } = standing
    return { ...standing, advice, seen: { ...seen, advice: inCell(cell, seen.advice) } }
  }
  return {
    missing: null,
    lateChains: ready.flatMap(({ lateChains }) => lateChains),
    absentRoles: [...new Set(ready.flatMap(({ absentRoles }) => absentRoles))],
    advice,
  }
}
