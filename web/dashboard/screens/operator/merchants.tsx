/** The merchants of the service; a new one is let in by a link for its owner. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/operator-words.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { type Link, LinkDialog } from '../team/link-dialog.tsx'
import { NewMerchant } from './new-merchant.tsx'

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
