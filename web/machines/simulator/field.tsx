/** A labelled field of the simulator's form, with what is wrong with it. */
import type { ComponentChildren } from 'preact'

type Common = { id: string; label: string; value: string; fault?: string | undefined }
type FieldProps = Common & {
  onChange: (value: string) => void
  type?: 'text' | 'date'
  size?: number
}

export function Field({ id, label, value, fault, onChange, type = 'text', size = 6 }: FieldProps) {
  return (
    <Labelled id={id} label={label} fault={fault}>
      <input
        id={id}
        type={type}
        size={size}
        value={value}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Labelled>
  )
}

type ChoiceProps = Common & { choices: Record<string, string>; onChange: (value: string) => void }

export function Choice({ id, label, value, choices, fault, onChange }: ChoiceProps) {
  return (
    <Labelled id={id} label={label} fault={fault}>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {Object.entries(choices).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function Labelled({
  id,
  label,
  fault,
  children,
}: Pick<Common, 'id' | 'label' | 'fault'> & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}
