/** The merchants of the service; a new one is let in by a link for its owner. */
import type { Answers, Merchant } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import type { Filter } from '../../parts/list/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { LinkDialog } from '../team/link-dialog.tsx'
import { MerchantLink } from './links.tsx'
import { NewMerchant } from './new-merchant.tsx'
import { phrase } from '../../phrase.ts'

const filters: readonly Filter[] = [
  { name: 'search', label: 'Find', kind: 'text', placeholder: 'name or id' },
]

const columns: readonly Column<Merchant>[] = [
  { title: 'Name', cell: ({ id, name }) => <MerchantLink id={id} name={name} /> },
  { title: 'Verification', cell: ({ verification }) => <Status name={verification} /> },
  { title: 'Id', cell: ({ id }) => <code translate={false}>{id}</code> },
  { title: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
]

const empty = {
  title: 'There is no merchant yet',
  hint: 'Let the first one in: its owner gets a link by which they set a password. You never know it.',
}

export default function Merchants() {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<Answers['registerMerchant'] | null>(null)
  return (
    <Screen
      title="Merchants"
      hint="Who is paid by this service."
      actions={
        <button type="button" class="strong" onClick={() => setOpen(true)}>
          Let a merchant in
        </button>
      }
    >
      <List<Merchant>
        caption="Merchants"
        path="/operator/merchants"
        isOwn
        field="merchants"
        kinds={[]}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty={empty}
      />
      {isOpen && (
        <Dialog title="Let a merchant in" onClose={() => setOpen(false)}>
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
            made.cell === undefined
              ? null
              : phrase`${made.name} is in the cell ${made.cell}. Choose that above the menu to see it.`
          }
          onClose={() => setMade(null)}
        />
      )}
    </Screen>
  )
}
