/** The merchant's API keys. The secret of a new one is shown once. */
import { useState } from 'preact/hooks'
import { CommandButton } from '../../parts/command-button.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { NewKeyDialog } from './new-key.tsx'
import { phrase } from '../../phrase.ts'

type ApiKey = { name: string; label: string; createdAt: string; lastUsedAt: string | null }

const columns: readonly Column<ApiKey>[] = [
  { title: 'Label', cell: ({ label }) => label },
  { title: 'Key', cell: ({ name }) => <code translate={false}>{name}</code> },
  { title: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    title: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'Never'),
  },
]

const deleting: Column<ApiKey> = {
  title: 'Actions',
  cell: ({ name, label }) => (
    <CommandButton
      label="Delete the key"
      mood="danger"
      consequence={
        <p>{phrase`Servers that use ${label} are refused at once, and webhooks signed by it are not sent any more. To change keys without a gap, create the new one first.`}</p>
      }
      command={{ method: 'DELETE', path: `/api-keys/${name}` }}
    />
  ),
}

export function ApiKeys({ mayChange }: { mayChange: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { reading, readAgain } = useRead<{ apiKeys: ApiKey[] }>('/api-keys')
  const button = mayChange && (
    <button type="button" class="strong" onClick={() => setOpen(true)}>
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
              columns={mayChange ? [...columns, deleting] : columns}
              rows={apiKeys}
              keyOf={({ name }) => name}
            />
          )
        }
      </ReadGate>
      {isOpen && <NewKeyDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}
