/** Says what is wrong with settings: for each its name, what it has to be, and what it is, without what is secret. */
import type { z } from 'zod'
import { listFaults } from './list-faults.ts'

const valueLengthMax = 60
/** Settings of which nothing is shown: a key or password itself. A setting that names a file is shown with the file. */
const secret = /(KEY|KEY_OLD|SECRET)$/
/** Addresses with a password in them; one without :// may be the password alone. */
const withPassword = /^(DATABASE_\w*URL|NATS_\w*URL|NATS_URL|SMTP_URL)$/

type Shape = Record<string, { description?: string | undefined }>

/** `issues` are those of the environment; a setting that is described has to be what its description says. */
export function explainWrongSettings(
  issues: readonly z.core.$ZodIssue[],
  environment: NodeJS.ProcessEnv,
  shape: Shape,
): string {
  const byName = Map.groupBy(issues, ({ path }) => String(path[0]))
  const lines = [...byName].map(([name, [issue]]) => {
    const described = shape[name]?.description
    const wanted = described === undefined ? issue!.message : `must be ${described}`
    return `${name}: ${wanted}${shownValue(name, environment[name] ?? '')}`
  })
  return lines.length === 1 ? lines[0]! : listFaults('these settings are not valid', lines)
}

/** The value as far as it may be shown: no key, and no address that may have a password in it. */
function shownValue(name: string, value: string): string {
  const isHidden = secret.test(name) || (withPassword.test(name) && !value.includes('://'))
  if (isHidden) return ' (what it is is not shown)'
  // Whatever comes behind it may be a part of the password, where one of its signs was not percent-encoded.
  const mayHavePassword = withPassword.test(name) || value.includes('@')
  const open = mayHavePassword ? value.replace(/:\/\/.*/s, '://…') : value
  const whole = JSON.stringify(open).slice(1, -1)
  return ` (it is '${whole.length > valueLengthMax ? `${whole.slice(0, valueLengthMax)}…` : whole}')`
}
