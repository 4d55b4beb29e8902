/** Shows what a merchant's server wrote to something: a text as it was sent, or names with their values. */
import { Facts } from './facts.tsx'

export type MetadataView = string | Record<string, unknown>

export function Metadata({ value }: { value: MetadataView }) {
  if (typeof value === 'string') return <code>{value}</code>
  return (
    <Facts
      facts={Object.entries(value).map(([name, item]) => [
        name,
        <code key={name}>{typeof item === 'string' ? item : JSON.stringify(item)}</code>,
      ])}
    />
  )
}
