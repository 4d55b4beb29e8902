/** The merchants of the service; a new one is let in by a link for its owner. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/operator-words.ts'
import { Dialog } from '../../parts/dialog.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { LinkDialog } from '../team/link-dialog.tsx'
import { MerchantLink } from './links.tsx'
import { type MadeMerchant, NewMerchant } from './new-merchant.tsx'

type Merchant = { id: string; name: string; createdAt: string; verification: string }

const filters: readonly Filter[] = [
  { name: 'search', label: say('find'), kind: 'text', placeholder: say('findExample') },
]

const columns: readonly Column<Merchant>[] = [
  { title: say('name'), cell: ({ id, name }) => <MerchantLink id={id} name={name} /> },
  { title: say('verification'), cell: ({ verification }) => <Status name={verification} /> },
  { title: say('id'), cell: ({ id }) => <code>{id}</code> },
  { title: say('created'), cell: ({ createdAt }) => <When at={createdAt} /> },
]

export default function Merchants() {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<MadeMerchant | null>(null)
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
      <List<Merchant>
        caption={say('merchants')}
        path="/operator/merchants"
        isOwn
        field="merchants"
        kinds={[]}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: say('noMerchants'), hint: say('noMerchantsHint') }}
      />
      {isOpen && (
        <Dialog title={say('letIn')} onClose={() => setOpen(false)}>
          <NewMerchant
            onMade={(merchant) => {
              setOpen(false)
              setMade(merchant)
            }}
          />
        </Dialog>
      )}
      {made && (
        <LinkDialog
          link={made.invitation}
          note={
            made.cell === undefined ? null : say('placedIn', { name: made.name, cell: made.cell })
          }
          onClose={() => setMade(null)}
        />
      )}
    </Screen>
  )
}
