/** Fields of forms: a name, the field, what it takes, and what is wrong with what was written. */
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { ApiProblem, isOfField } from '../api/problem.ts'
import type { CommandState } from '../use-command.ts'

type FieldProps = {
  label: string
  hint?: ComponentChildren
  /** The service found this wrong with it: mostly words that go on after a name. */
  error?: string | undefined
  /** Says what is wanted where nothing was written. */
  missing?: string
}

type InputProps = FieldProps &
  Omit<JSX.IntrinsicElements['input'], 'label' | 'onChange' | 'id'> & {
    value: string
    onValue: (value: string) => void
  }

export function TextField({ label, hint, error, missing, value, onValue, ...input }: InputProps) {
  const id = useId()
  const wrong = sayWrong({ label, error, missing, value })
  return (
    <FieldFrame id={id} label={label} hint={hint} error={wrong}>
      <input
        {...input}
        id={id}
        value={value}
        aria-describedby={`${id}-hint`}
        aria-invalid={error ? 'true' : undefined}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </FieldFrame>
  )
}

type AreaProps = FieldProps & { value: string; onValue: (value: string) => void; rows?: number }

export function TextArea({ label, hint, error, missing, value, onValue, rows = 3 }: AreaProps) {
  const id = useId()
  const wrong = sayWrong({ label, error, missing, value })
  return (
    <FieldFrame id={id} label={label} hint={hint} error={wrong}>
      <textarea
        id={id}
        rows={rows}
        value={value}
        aria-describedby={`${id}-hint`}
        aria-invalid={error ? 'true' : undefined}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </FieldFrame>
  )
}

type SelectProps = FieldProps & {
  value: string
  options: readonly { value: string; label: string }[]
  onValue: (value: string) => void
}

export function SelectField({ label, hint, error, value, options, onValue }: SelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={sayWrong({ label, error, value })}>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-hint`}
        aria-invalid={error ? 'true' : undefined}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

type CheckProps = { label: string; isChecked: boolean; onChecked: (isChecked: boolean) => void }

export const CheckField = ({ label, isChecked, onChecked }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={isChecked}
      onChange={({ currentTarget }) => onChecked(currentTarget.checked)}
    />
    {label}
  </label>
)

type Wrong = { label: string; error?: string | undefined; missing?: string | undefined }

/** The API's words go on after the name of a field: people read the name that stands above it. */
function sayWrong({ label, error, missing, value }: Wrong & { value: string }): string | undefined {
  if (error === undefined) return undefined
  if (missing !== undefined && value.trim() === '') return missing
  return /^[A-Z]/.test(error) ? error : `${label} ${error}`
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: Omit<FieldProps, 'missing'> & { id: string; children: ComponentChildren }) {
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {children}
      <p id={`${id}-hint`} class={error ? 'field-error' : 'hint'}>
        {error ?? hint}
      </p>
    </div>
  )
}

/** Returns what the service found wrong with the field of this name. */
export function fieldError(state: CommandState, name: string): string | undefined {
  if (state.step !== 'failed' || !(state.error instanceof ApiProblem)) return undefined
  return state.error.details.fields?.find(({ path }) => isOfField(path, name))?.message
}

type FormProps = {
  onSubmit: () => void
  children: ComponentChildren
  label: string
  /** Whoever comes to the page has come to fill it in: the first field has the focus. */
  takesFocus?: boolean
  /** What became of what was sent: the first field that is wrong gets the focus. */
  state?: CommandState
}

/** Submits once by Enter or button, without leaving the page. */
export function Form({ onSubmit, children, label, takesFocus = false, state }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  // Before it is seen: later it would take the focus from whoever writes in another field already.
  useLayoutEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  }, [])
  useEffect(() => {
    if (state?.step === 'failed')
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [state])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} class="form" aria-label={label} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
