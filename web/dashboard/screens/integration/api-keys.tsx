/** The merchant's API keys. The secret of a new one is shown once. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/settings-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { NewKeyDialog } from './new-key.tsx'

type ApiKey = { name: string; label: string; createdAt: string; lastUsedAt: string | null }

const columns: readonly Column<ApiKey>[] = [
  { title: say('label'), cell: ({ label }) => label },
  { title: say('keyName'), cell: ({ name }) => <code>{name}</code> },
  { title: say('created'), cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    title: say('lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : say('never')),
  },
]

const deleting: Column<ApiKey> = {
  title: say('actions'),
  cell: ({ name, label }) => (
    <CommandButton
      label={say('deleteKey')}
      mood="danger"
      consequence={<p>{say('deleteKeyHint', { label })}</p>}
      command={{ method: 'DELETE', path: `/api-keys/${name}` }}
    />
  ),
}

export function ApiKeys({ mayChange }: { mayChange: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { reading, readAgain } = useRead<{ apiKeys: ApiKey[] }>('/api-keys')
  const button = mayChange && (
    <button type="button" class="strong" onClick={() => setOpen(true)}>
      {say('createKey')}
    </button>
  )
  return (
    <Section title={say('apiKeys')} hint={say('apiKeysHint')} actions={button}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <Empty title={say('noKeys')} hint={say('noKeysHint')} />
          ) : (
            <Table
              caption={say('apiKeys')}
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
