/** The cells of the service, of which an operator looks at one: chosen for this tab, until it is closed. */
import type { Answers } from '../api/dashboard.generated.ts'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { keep, recall } from '../browser/kept.ts'
import type { DashboardClient } from './api/client.ts'

export type CellChoice = {
  /** Names all cells; empty until they are known. */
  names: readonly string[]
  chosen: string | null
  choose: (name: string) => void
}

const storageKey = 'mandate-cell'

/** Returns the choice, and the client that asks about the chosen cell. Where there is one, nothing is chosen. */
export function useCellChoice(home: DashboardClient): {
  choice: CellChoice
  client: DashboardClient
} {
  const [names, setNames] = useState<readonly string[]>([])
  const [wanted, setWanted] = useState(() => recall('sessionStorage', storageKey))
  useEffect(() => {
    home.read<Answers['listCells']>('/operator/cells').then(
      ({ cells }) => setNames(cells.map(({ name }) => name)),
      // Without the list one looks at the first cell, as before.
      () => undefined,
    )
  }, [home])
  const chosen = names.length > 1 ? (names.find((name) => name === wanted) ?? names[0]!) : null
  const client = useMemo(() => (chosen === null ? home : home.inCell(chosen)), [home, chosen])
  const choose = (name: string) => {
    keep('sessionStorage', storageKey, name)
    setWanted(name)
  }
  return { choice: { names, chosen, choose }, client }
}
