/**
 * Has the points of a column of amounts stand below each other: what follows a point takes as much room in every row as
 * in the widest one. Rows are drawn one by one, so only the whole table knows how much that is.
 */
const parts = ['.amount .fraction', '.amount .asset', '.of']

export function alignPoints(table: HTMLTableElement): void {
  const rows = [...table.tBodies].flatMap((body) => [...body.rows])
  const columns = rows[0]?.cells.length ?? 0
  for (let column = 0; column < columns; column++) {
    const cells = rows.flatMap((row) => row.cells[column] ?? [])
    if (!cells[0]?.classList.contains('number')) continue
    for (const part of parts)
      align(cells.flatMap((cell) => [...cell.querySelectorAll<HTMLElement>(part)]))
  }
}

function align(found: readonly HTMLElement[]): void {
  for (const one of found) one.style.removeProperty('--room')
  const widths = found.map((one) => one.getBoundingClientRect().width / sizeOf(one))
  const room = `${Math.max(0, ...widths).toFixed(3)}em`
  for (const one of found) one.style.setProperty('--room', room)
}

const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize)
