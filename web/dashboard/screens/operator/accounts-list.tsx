/** Accounts, of all or of one merchant, and what an operator does about one: links are passed on, no password is ever seen. */
import type { ListedAccount } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { useDashboard } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import type { Filter } from '../../parts/list/filters.tsx'
import { List } from '../../parts/list.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { type Link, LinkDialog } from '../team/link-dialog.tsx'
import { MerchantLink, ofOneMerchant } from './links.tsx'
import { ManageAccount } from './manage-account.tsx'
import { phrase } from '../../phrase.ts'

type Props = {
  filters?: readonly Filter[]
  /** Lists those of one merchant alone. */
  merchantId?: string
}

export function AccountsList({ filters = [], merchantId }: Props) {
  const [link, setLink] = useState<Link | null>(null)
  const { identity } = useDashboard()
  const actions: Column<ListedAccount> = {
    title: 'Actions',
    cell: (account) =>
      account.email === identity.email ? (
        'You: see Security'
      ) : (
        <Manage account={account} onLink={setLink} />
      ),
  }
  return (
    <>
      <List<ListedAccount>
        caption="Accounts"
        path="/operator/accounts"
        isOwn
        field="accounts"
        kinds={[]}
        filters={filters}
        {...(merchantId === undefined ? { links: [ofOneMerchant] } : { fixed: { merchantId } })}
        columns={[
          who,
          ...(merchantId === undefined ? [ofMerchant] : []),
          state,
          secondFactor,
          lastLogin,
          actions,
        ]}
        keyOf={({ id }) => id}
        empty={{ title: 'Nobody is here yet', hint: 'Let a merchant in, or invite somebody.' }}
      />
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}

type ManageProps = { account: ListedAccount; onLink: (link: Link) => void }

function Manage({ account, onLink }: ManageProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={`Manage ${account.email}`}
        onClick={() => setOpen(true)}
      >
        Manage
      </button>
      {isOpen && (
        <Dialog title={account.email} isWide onClose={close}>
          <ManageAccount
            account={account}
            onLink={(link) => {
              close()
              onLink(link)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

const who: Column<ListedAccount> = {
  title: 'Account',
  cell: ({ email, role, isDemo }) => (
    <>
      {email}
      <br />
      <span class="hint">{isDemo ? phrase`${role}, of the demo` : role}</span>
    </>
  ),
}

const ofMerchant: Column<ListedAccount> = {
  title: 'Merchant',
  cell: ({ merchantId, merchantName }) => <MerchantLink id={merchantId} name={merchantName} />,
}

const state: Column<ListedAccount> = {
  title: 'State',
  cell: ({ isDisabled, hasPassword }) => (
    <span class="status" data-mood={isDisabled ? 'over' : hasPassword ? 'good' : 'wait'}>
      {isDisabled ? 'Shut out' : hasPassword ? 'May log in' : 'Invited'}
    </span>
  ),
}

const secondFactor: Column<ListedAccount> = {
  title: 'Second factor',
  cell: ({ hasSecondFactor }) => (
    <span class="status" data-mood={hasSecondFactor ? 'good' : 'over'}>
      {hasSecondFactor ? 'On' : 'Off'}
    </span>
  ),
}

const lastLogin: Column<ListedAccount> = {
  title: 'Last login',
  cell: ({ lastLoginAt, sessions }) => (
    <>
      {lastLoginAt ? <When at={lastLoginAt} /> : 'never'}
      <br />
      <span class="hint">{phrase`open sessions: ${sessions}`}</span>
    </>
  ),
}
