/** The form: plan, payer, what happens, and two retry policies. */
import { type Draft, type Faults, nameOf, type PolicyDraft } from './draft.ts'
import { examples } from './examples.ts'
import { Field } from './field.tsx'
import { HappeningRows } from './happening-rows.tsx'

type FormProps = { draft: Draft; faults: Faults; onChange: (draft: Draft) => void }

export function DraftForm({ draft, faults, onChange }: FormProps) {
  return (
    <form class="draft" onSubmit={(event) => event.preventDefault()}>
      <Examples draft={draft} onChange={onChange} />
      <PlanFields draft={draft} faults={faults} onChange={onChange} />
      <HappeningRows
        happenings={draft.happenings}
        faults={faults}
        onChange={(happenings) => onChange({ ...draft, happenings })}
      />
      <Policies draft={draft} faults={faults} onChange={onChange} />
    </form>
  )
}

function Examples({ draft, onChange }: Omit<FormProps, 'faults'>) {
  return (
    <div class="examples" role="group" aria-label="Scenarios to begin with">
      {examples.map(({ title, happenings }) => (
        <button
          type="button"
          key={title}
          aria-pressed={JSON.stringify(happenings) === JSON.stringify(draft.happenings)}
          onClick={() => onChange({ ...draft, happenings })}
        >
          {title}
        </button>
      ))}
    </div>
  )
}

type PlanField = { part: 'plan' | 'payer'; name: string; label: string }

const planFields: PlanField[] = [
  { part: 'plan', name: 'amount', label: 'USDC per period' },
  { part: 'plan', name: 'periodDays', label: 'days per period' },
  { part: 'plan', name: 'maxPeriods', label: 'charges at most' },
  { part: 'plan', name: 'startsOnDay', label: 'starts on day' },
  { part: 'payer', name: 'balance', label: 'the payer has, USDC' },
  { part: 'payer', name: 'allowance', label: 'and allows, USDC' },
]

function PlanFields({ draft, faults, onChange }: FormProps) {
  return (
    <fieldset class="row">
      <legend>Plan and payer</legend>
      {planFields.map(({ part, name, label }) => (
        <Field
          key={name}
          id={`${part}.${name}`}
          label={label}
          value={(draft[part] as Record<string, string>)[name] ?? ''}
          fault={faults[`${part}.${name}`]}
          onChange={(text) => onChange({ ...draft, [part]: { ...draft[part], [name]: text } })}
        />
      ))}
      <Field
        id="beginsOn"
        label="created on"
        type="date"
        value={draft.beginsOn}
        fault={faults['beginsOn']}
        onChange={(beginsOn) => onChange({ ...draft, beginsOn })}
      />
      <Field
        id="days"
        label="days to simulate"
        value={draft.days}
        fault={faults['days']}
        onChange={(days) => onChange({ ...draft, days })}
      />
    </fieldset>
  )
}

function Policies({ draft, faults, onChange }: FormProps) {
  const { policies } = draft
  const change = (index: number, changed: Partial<PolicyDraft>) =>
    onChange({
      ...draft,
      policies: policies.map((policy, at) => (at === index ? { ...policy, ...changed } : policy)),
    })
  return (
    <div class="policies">
      {policies.map((policy, index) => (
        <fieldset class="row" key={index}>
          <legend>{nameOf(policy, index)}</legend>
          <Field
            id={`policies.${index}.retryHours`}
            label="attempts, hours after due; then daily"
            size={16}
            value={policy.retryHours}
            fault={faults[`policies.${index}.retryHours`]}
            onChange={(retryHours) => change(index, { retryHours })}
          />
          <Field
            id={`policies.${index}.graceDays`}
            label="days of grace"
            value={policy.graceDays}
            fault={faults[`policies.${index}.graceDays`]}
            onChange={(graceDays) => change(index, { graceDays })}
          />
        </fieldset>
      ))}
    </div>
  )
}
