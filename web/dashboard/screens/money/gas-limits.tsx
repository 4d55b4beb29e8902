/** Sets the most that gas may cost. */
import type { Answers, GasLimits } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say } from './settings-words.ts'
import { useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { CheckField, fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'

const names = ['perCharge', 'perDay', 'sharePercent'] as const

export function GasLimitsList() {
  const { reading, readAgain } = useRead<Answers['listGasLimits']>('/gas-limits')
  return (
    <Section title="Limits of gas">
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ gasLimits }) => (
          <div class="cards">
            {gasLimits.map((limits) => (
              <LimitsCard key={limits.blockchain} limits={limits} />
            ))}
          </div>
        )}
      </ReadGate>
    </Section>
  )
}

function LimitsCard({ limits }: { limits: GasLimits }) {
  const [isOpen, setOpen] = useState(false)
  const mayChange = useRight('money')
  return (
    <div class="card">
      <h3>{limits.blockchain}</h3>
      <Facts facts={names.map((name) => [say(name), limits[name] ?? 'No limit'])} />
      {mayChange && (
        <div class="screen-actions">
          <button type="button" class="quiet" onClick={() => setOpen(true)}>
            Change the limits
          </button>
        </div>
      )}
      {isOpen && (
        <Dialog title="Change the limits" onClose={() => setOpen(false)}>
          <LimitsForm limits={limits} onSaved={() => setOpen(false)} />
        </Dialog>
      )}
    </div>
  )
}

function LimitsForm({ limits, onSaved }: { limits: GasLimits; onSaved: () => void }) {
  const [values, setValues] = useState(limits)
  const [isConfirmed, setConfirmed] = useState(false)
  const { state, send } = useCommand()
  const save = async () => {
    const body = { ...values, ...(isConfirmed && { confirm: true }) }
    if (await send({ method: 'PUT', path: '/gas-limits', body })) onSaved()
  }
  return (
    <Form label="Change the limits" onSubmit={() => void save()} state={state}>
      {names.map((name) => (
        <TextField
          key={name}
          label={say(name)}
          hint="Empty: no limit."
          error={fieldError(state, name)}
          inputMode="decimal"
          value={values[name] ?? ''}
          onValue={(value) => setValues({ ...values, [name]: value.trim() || null })}
        />
      ))}
      <CheckField
        label="Send the permits that payers sign"
        isChecked={values.relaysPermits}
        onChecked={(relaysPermits) => setValues({ ...values, relaysPermits })}
      />
      {(isConfirmed || state.step === 'failed') && (
        <CheckField
          label="I mean limits that let no charge pass at the present price of gas"
          isChecked={isConfirmed}
          onChecked={setConfirmed}
        />
      )}
      <CommandNote state={state} told={names} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          Save
        </button>
      </footer>
    </Form>
  )
}
