/** Chooses the cell that an operator looks at: above the menu, where there are several. */
import type { CellChoice } from '../cells.ts'
import { SelectField } from '../parts/forms.tsx'

export function CellField({ choice: { names, chosen, choose } }: { choice: CellChoice }) {
  if (chosen === null) return null
  const options = names.map((name) => ({ value: name, label: name }))
  return (
    <div class="cell-field">
      <SelectField label="Cell" value={chosen} options={options} onValue={choose} />
    </div>
  )
}
