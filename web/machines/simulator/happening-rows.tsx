/** Shows what happens in the scenario, row by row. */
import type { Faults, HappeningDraft } from './draft.ts'
import { happeningKinds } from './examples.ts'
import { Choice, Field } from './field.tsx'

const kinds = Object.fromEntries(
  Object.entries(happeningKinds).map(([name, { words }]) => [name, words]),
)

type RowsProps = {
  happenings: readonly HappeningDraft[]
  faults: Faults
  onChange: (happenings: HappeningDraft[]) => void
}

export function HappeningRows({ happenings, faults, onChange }: RowsProps) {
  const add = () =>
    onChange([...happenings, { what: 'walletEmpty', ...happeningKinds['walletEmpty']!.first }])
  return (
    <fieldset>
      <legend>What happens</legend>
      <p class="hint">
        {happenings.length === 0
          ? 'Nothing. All charges are made when they are due.'
          : 'Days begin at the hour of the creation. What is due in the same moment comes first: for the charge of day 30 a wallet has to be empty from day 29, or 29.9.'}
      </p>
      <ol class="happenings">
        {happenings.map((one, index) => (
          <Row
            key={index}
            index={index}
            happening={one}
            faults={faults}
            onChange={(changed) => onChange(happenings.with(index, changed))}
            onRemove={() => onChange(happenings.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <button type="button" onClick={add}>
        Add something
      </button>
    </fieldset>
  )
}

type RowProps = {
  index: number
  happening: HappeningDraft
  faults: Faults
  onChange: (happening: HappeningDraft) => void
  onRemove: () => void
}

function Row({ index, happening, faults, onChange, onRemove }: RowProps) {
  const kind = happeningKinds[happening.what]
  const place = `happenings.${index}`
  return (
    <li>
      <Choice
        id={`${place}.what`}
        label="what"
        value={happening.what}
        choices={kinds}
        fault={faults[`${place}.what`] ?? faults[place]}
        onChange={(what) => onChange({ what, ...happeningKinds[what]!.first })}
      />
      {kind?.fields.map(({ name, label, choices }) => {
        const shared = {
          id: `${place}.${name}`,
          label,
          value: happening[name] ?? '',
          fault: faults[`${place}.${name}`],
          onChange: (text: string) => onChange({ ...happening, [name]: text }),
        }
        return choices ? (
          <Choice key={name} {...shared} choices={choices} />
        ) : (
          <Field key={name} {...shared} />
        )
      })}
      <button
        type="button"
        class="remove"
        aria-label={`Remove: ${kinds[happening.what]}`}
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  )
}
