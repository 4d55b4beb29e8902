/** The merchants of the service; a new one is let in by a link for its owner. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/operator-words.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { Empty } from '../../parts/list.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'
import { type Link, LinkDialog } from '../team/link-dialog.tsx'

type Merchant = { id: string; name: string; createdAt: string }

/** The newest; operators find others by their id in the audit log. */
const shownMax = 100

const columns: readonly Column<Merchant>[] = [
  { title: say('name'), cell: ({ name }) => name },
  { title: say('id'), cell: ({ id }) => <code>{id}</code> },
  { title: say('created'), cell: ({ createdAt }) => <When at={createdAt} /> },
]

export default function Merchants() {
  const path = `/operator/merchants?limit=${shownMax}`
  const { reading, readAgain } = useRead<{ merchants: Merchant[] }>(path, { isOwn: true })
  const [isOpen, setOpen] = useState(false)
  const [link, setLink] = useState<Link | null>(null)
  return (
    <Screen
      title={say('merchants')}
      hint={say('merchantsHint')}
      actions={
        <button type="button" class="strong" onClick={() => setOpen(true)}>
          {say('letIn')}
        </button>
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ merchants }) =>
          merchants.length === 0 ? (
            <Empty title={say('noMerchants')} hint={say('noMerchantsHint')} />
          ) : (
            <Table
              caption={say('merchants')}
              columns={columns}
              rows={merchants}
              keyOf={({ id }) => id}
            />
          )
        }
      </ReadGate>
      {isOpen && (
        <Dialog title={say('letIn')} onClose={() => setOpen(false)}>
          <NewMerchant
            onMade={(made) => {
              setOpen(false)
              setLink(made)
            }}
          />
        </Dialog>
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </Screen>
  )
}

function NewMerchant({ onMade }: { onMade: (link: Link) => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const { state, send } = useCommand()
  const make = async () => {
    const made = await send<{ invitation: Link }>({
      method: 'POST',
      path: '/operator/merchants',
      body: { name, email: email.trim() },
      isOwn: true,
    })
    if (made) onMade(made.invitation)
  }
  return (
    <Form label={say('letIn')} onSubmit={() => void make()}>
      <TextField
        label={say('name')}
        hint={say('nameHint')}
        error={fieldError(state, 'name')}
        value={name}
        onValue={setName}
      />
      <TextField
        label={say('email')}
        type="email"
        error={fieldError(state, 'email')}
        value={email}
        onValue={setEmail}
      />
      <CommandNote state={state} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          {say('makeMerchant')}
        </button>
      </footer>
    </Form>
  )
}
