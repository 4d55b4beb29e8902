/** Creates a plan as a draft, or changes a draft. */
import type { Answers, Asset, Plan } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { daySeconds } from '../../../../machines/durations.ts'
import { fieldError, Form, SelectField, TextArea, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'

type Props = { plan: Plan | null; onSaved: (plan: Plan) => void }

export function PlanForm({ plan, onSaved }: Props) {
  const { reading, readAgain } = useRead<Answers['listAssets']>('/assets')
  return (
    <ReadGate reading={reading} readAgain={readAgain}>
      {({ assets }) => (
        <Fields plan={plan} assets={assets.filter(({ active }) => active)} onSaved={onSaved} />
      )}
    </ReadGate>
  )
}

function Fields({ plan, assets, onSaved }: Props & { assets: Asset[] }) {
  const [terms, setTerms] = useState(() => termsOf(plan, assets))
  const { state, send } = useCommand()
  const set = (name: keyof Terms) => (value: string) =>
    setTerms((before) => ({ ...before, [name]: value }))
  const save = async () => {
    const saved = await send<Plan>({
      method: plan ? 'PATCH' : 'POST',
      path: plan ? `/plans/${plan.id}` : '/plans',
      body: toBody(terms),
    })
    if (saved) onSaved(saved)
  }
  const field: FieldOf = (name) => ({
    value: terms[name],
    onValue: set(name),
    error: fieldError(state, name),
  })
  return (
    <Form label="Create a plan" takesFocus onSubmit={() => void save()} state={state}>
      <TermFields assets={assets} field={field} />
      <CommandNote state={state} told={termNames} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          {plan ? 'Save the changes' : 'Create as a draft'}
        </button>
      </footer>
    </Form>
  )
}

type Terms = ReturnType<typeof termsOf>
type FieldOf = (name: keyof Terms) => {
  value: string
  onValue: (value: string) => void
  error: string | undefined
}

const TermFields = ({ assets, field }: { assets: Asset[]; field: FieldOf }) => (
  <>
    <TextField
      label="Name"
      hint="Payers see it."
      missing="Give it a name."
      required
      {...field('name')}
    />
    <TextArea
      label="Description"
      hint="Payers see it. May be left empty."
      {...field('description')}
    />
    <SelectField
      label="Asset"
      options={assets.map(({ code, name, blockchain }) => ({
        value: code,
        label: `${code}: ${name}, ${blockchain}`,
      }))}
      {...field('asset')}
    />
    <TextField
      label="Amount"
      hint="For each period, such as 10 or 9.99."
      missing="Say what a period costs, such as 10 or 9.99."
      inputMode="decimal"
      {...field('amount')}
    />
    <TextField
      label="Period in days"
      hint="Every so many days, 1 to 365, whatever the calendar says: 31 for a monthly plan."
      missing="Say how many days a period has."
      inputMode="numeric"
      {...field('periodDays')}
    />
    <TextField
      label="Grace period in days"
      hint="How long an unpaid period is waited for before the subscription ends."
      missing="Say how many days; 0 is for none."
      inputMode="numeric"
      {...field('graceDays')}
    />
    <TextField
      label="Tags"
      hint="Separated by commas. A page of yours can offer the plans of a tag. May be left empty."
      {...field('tags')}
    />
  </>
)

function termsOf(plan: Plan | null, assets: Asset[]) {
  return {
    name: plan?.name ?? '',
    description: plan?.description ?? '',
    asset: plan?.asset ?? assets[0]?.code ?? '',
    amount: plan?.amount.split(' ')[0] ?? '',
    periodDays: String((plan?.periodSeconds ?? 31 * daySeconds) / daySeconds),
    graceDays: String((plan?.gracePeriodSeconds ?? 3 * daySeconds) / daySeconds),
    tags: plan?.tags.join(', ') ?? '',
  }
}

/** A text that is no number is sent as it was written: the service says what is wrong with it. */
const toNumber = (text: string): number | string =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : text

const termNames: readonly (keyof Terms)[] = [
  'name',
  'description',
  'asset',
  'amount',
  'periodDays',
  'graceDays',
  'tags',
]

const toBody = ({ periodDays, graceDays, tags, ...terms }: Terms) => ({
  ...terms,
  amount: terms.amount.trim(),
  periodDays: toNumber(periodDays),
  graceDays: toNumber(graceDays),
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ''),
})
