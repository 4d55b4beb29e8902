/** Shows what a merchant's server wrote to something: a text as it was sent, or names with their values. */
import { Facts } from './facts.tsx'

export type MetadataView = string | Record<string, unknown>

export function Metadata({ value }: { value: MetadataView }) {
  if (typeof value === 'string') return <code translate={false}>{value}</code>
  return (
    <Facts
      facts={Object.entries(value).map(([name, item]) => [
        name,
        <code key={name} translate={false}>
          {typeof item === 'string' ? item : JSON.stringify(item)}
        </code>,
      ])}
    />
  )
}

/** A reference with more members is shown cut off. */
const membersMax = 20

/**
 * Writes it in one line, `order: 2026-88123 · cart.sku: SKU7`, members with one of the words first; null where there is
 * nothing to show.
 */
export function writeReference(
  metadata: MetadataView | null,
  words: readonly string[] = [],
): string | null {
  const value = typeof metadata === 'string' ? (readObject(metadata) ?? metadata) : metadata
  const members = membersOf(value, '')
  const has = (member: string) =>
    words.some((word) => member.toLowerCase().includes(word.toLowerCase()))
  const sorted = [...members.filter(has), ...members.filter((member) => !has(member))]
  return sorted.slice(0, membersMax).join(' · ') || null
}

/** Lists members at any depth with their path; those of a list have no number, as nobody looks for one. */
function membersOf(value: unknown, path: string): string[] {
  if (value === null || value === '') return []
  if (typeof value !== 'object') {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [path === '' ? text : `${path}: ${text}`]
  }
  if (Array.isArray(value)) return value.flatMap((item: unknown) => membersOf(item, path))
  return Object.entries(value).flatMap(([key, item]) =>
    membersOf(item, path === '' ? key : `${path}.${key}`),
  )
}

/** Reads a text that is a JSON object; null where it is anything else. */
function readObject(text: string): object | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text) as object
  } catch {
    return null
  }
}

/** The cell of lists; all of it stands on the page of the row, and here on hovering. */
export function Reference({ metadata }: { metadata: MetadataView | null }) {
  const text = writeReference(metadata)
  if (text === null) return <>–</>
  return (
    <span class="reference" translate={false} title={text}>
      {text}
    </span>
  )
}
