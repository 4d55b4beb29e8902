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
