/** Shows what a change has made of something: field by field, what it is, and what it was. */
import type { ComponentChildren } from 'preact'
import { spaced } from '../../parts/status.tsx'

/** Null: it was not there, or is not there any more, or nothing was said about it. */
type Props = { before: unknown; after: unknown; asked: unknown }

export function Differences({ before, after, asked }: Props) {
  const isKnown = before !== null || after !== null
  const [old, now] = isKnown ? [fieldsOf(before), fieldsOf(after)] : [{}, fieldsOf(asked)]
  const names = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  if (names.length === 0) return <>–</>
  return (
    <ul class="changes">
      {names.map((name) => (
        <li key={name}>
          <span class="hint">{inWords(name)}</span> {valueOf(old[name], now[name], before !== null)}
        </li>
      ))}
    </ul>
  )
}

function valueOf(
  was: string | undefined,
  is: string | undefined,
  wasThere: boolean,
): ComponentChildren {
  if (was === is) return is
  if (is === undefined)
    return (
      <del>
        <span class="unseen">before: </span>
        {was}
      </del>
    )
  if (!wasThere) return is
  return (
    <>
      <del>
        <span class="unseen">before: </span>
        {was ?? 'none'}
      </del>{' '}
      <span class="hint">now</span> <ins>{is}</ins>
    </>
  )
}

/** The fields of an object in text, those of objects inside it by both names. */
function fieldsOf(value: unknown, within = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  const fields = Object.entries(value).map(([name, inner]): Record<string, string> => {
    const whole = within ? `${within} ${name}` : name
    return isObject(inner) ? fieldsOf(inner, whole) : { [whole]: inText(inner) }
  })
  return Object.assign({}, ...fields) as Record<string, string>
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function inText(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.length === 0) return 'none'
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')
}

/** `createApiKey` becomes "Create api key". */
export function inWords(name: string): string {
  const words = spaced(name)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
