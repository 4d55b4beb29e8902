/** The merchant's API keys. The secret of a new one is shown once. */
import type { Answers, ApiKey } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { CommandButton } from '../../parts/command-button.tsx'
import { useGoal } from '../../goal.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { NewKeyDialog } from './new-key.tsx'
import { RenameKeyDialog } from './rename-key.tsx'
import { phrase } from '../../phrase.ts'

/** A key that is replaced has its label from the one that takes its place. */
type Row = ApiKey & { replacedAt: string | null }

const columns: readonly Column<Row>[] = [
  {
    title: 'Label',
    cell: (row) => (
      <>
        {row.label}
        {row.replacedAt && <p class="hint">{adviceOn(row, row.replacedAt)}</p>}
      </>
    ),
  },
  { title: 'Key', cell: ({ name }) => <code translate={false}>{name}</code> },
  { title: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    title: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'Never'),
  },
]

const adviceOn = ({ lastUsedAt }: ApiKey, replacedAt: string): string =>
  lastUsedAt !== null && lastUsedAt > replacedAt
    ? 'Replaced, but used since: give your server the new key.'
    : 'Replaced, and not used since: once your server has the new key, delete this one.'

/** Keys come the oldest first. */
const withReplacements = (keys: ApiKey[]): Row[] =>
  keys.map((key, index) => {
    const newer = keys.slice(index + 1).find(({ label }) => label === key.label)
    return { ...key, replacedAt: newer?.createdAt ?? null }
  })

/** What is open beside the list: a dialog for a new key, for one in the place of another, or for another label. */
type Open = { what: 'create' } | { what: 'replace' | 'rename'; key: ApiKey }

export function ApiKeys({ mayChange }: { mayChange: boolean }) {
  const isWanted = useGoal('new-key')
  const [open, setOpen] = useState<Open | null>(isWanted && mayChange ? { what: 'create' } : null)
  const close = () => setOpen(null)
  const { reading, readAgain } = useRead<Answers['listApiKeys']>('/api-keys')
  const acting: Column<Row> = {
    title: 'Actions',
    cell: (key) => <Actions apiKey={key} onOpen={(what) => setOpen({ what, key })} />,
  }
  const button = mayChange && (
    <button type="button" class="strong" onClick={() => setOpen({ what: 'create' })}>
      Create new API Key
    </button>
  )
  return (
    <Section
      title="API keys"
      hint="Your server uses a key and its secret in every call. Give each server a key of its own, so that one can be taken away alone."
      actions={button}
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <Empty title="No key yet" hint="Your server needs one for its first call." />
          ) : (
            <Table
              caption="API keys"
              columns={mayChange ? [...columns, acting] : columns}
              rows={withReplacements(apiKeys)}
              keyOf={({ name }) => name}
            />
          )
        }
      </ReadGate>
      {open?.what === 'create' && <NewKeyDialog onClose={close} />}
      {open?.what === 'replace' && <NewKeyDialog replaced={open.key.label} onClose={close} />}
      {open?.what === 'rename' && <RenameKeyDialog {...open.key} onClose={close} />}
    </Section>
  )
}

const Actions = ({
  apiKey: { name, label },
  onOpen,
}: {
  apiKey: ApiKey
  onOpen: (what: 'replace' | 'rename') => void
}) => (
  <div class="screen-actions">
    <button type="button" class="quiet" onClick={() => onOpen('rename')}>
      Rename
    </button>
    <button type="button" class="quiet" onClick={() => onOpen('replace')}>
      Replace
    </button>
    <CommandButton
      label="Delete the key"
      mood="danger"
      consequence={
        <p>{phrase`Servers that use ${label} are refused at once, and webhooks signed by it are not sent any more. To change keys without a gap, replace it first.`}</p>
      }
      command={{ method: 'DELETE', path: `/api-keys/${name}` }}
    />
  </div>
)
