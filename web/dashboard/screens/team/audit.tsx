/** Who did what, from where, with what was before and after. */
import { say } from '../../../messages/dashboard/people-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'

export type AuditEntry = {
  id: string
  at: string
  by: string
  role: string
  from: string | null
  call: string
  subject: string
  asked: unknown
  before: unknown
  after: unknown
}

export const auditFilters: readonly Filter[] = [
  { name: 'by', label: say('by'), kind: 'text' },
  { name: 'subject', label: say('about'), kind: 'text' },
]

export const auditColumns: readonly Column<AuditEntry>[] = [
  { title: say('when'), cell: ({ at }) => <When at={at} /> },
  {
    title: say('by'),
    cell: ({ by, role, from }) => (
      <>
        {by}
        <br />
        <span class="hint">
          {role}
          {from && `, ${from}`}
        </span>
      </>
    ),
  },
  { title: say('what'), cell: ({ call }) => inWords(call) },
  { title: say('about'), cell: ({ subject }) => (subject ? <code>{subject}</code> : '–') },
  {
    title: say('change'),
    cell: ({ before, after, asked }) => <Change before={before} after={after} asked={asked} />,
  },
]

export default function Audit() {
  return (
    <Screen title={say('audit')} hint={say('auditHint')}>
      <List<AuditEntry>
        caption={say('audit')}
        path="/audit"
        field="entries"
        kinds={[]}
        filters={auditFilters}
        columns={auditColumns}
        keyOf={({ id }) => id}
        empty={{ title: say('noAudit'), hint: say('noAuditHint') }}
      />
    </Screen>
  )
}

/** `createApiKey` becomes "Create api key". */
const inWords = (call: string) => {
  const words = spaced(call)
  return words[0]!.toUpperCase() + words.slice(1)
}

function Change({ before, after, asked }: Pick<AuditEntry, 'before' | 'after' | 'asked'>) {
  const isKnown = before !== null || after !== null
  const lines = isKnown ? differences(before, after) : differences(null, asked)
  if (lines.length === 0) return <>–</>
  return (
    <ul class="changes">
      {lines.map(({ name, is, was }) => (
        <li key={name}>
          {name}: {is ?? say('gone')}
          {was !== null && was !== is && <span class="hint"> {say('was', { value: was })}</span>}
        </li>
      ))}
    </ul>
  )
}

type Line = { name: string; is: string | null; was: string | null }

/** Field by field: what it is, and what it was; null where it is not there. */
function differences(before: unknown, after: unknown): Line[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].map((name) => ({
    name,
    is: name in now ? inText(now[name]) : null,
    was: name in old ? inText(old[name]) : null,
  }))
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const inText = (value: unknown): string => {
  if (value === null) return say('none')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
