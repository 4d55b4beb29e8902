/** Accounts, of all or of one merchant, and what an operator does about one: links are passed on, no password is ever seen. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/service-words.ts'
import { useDashboard } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { type Link, LinkDialog } from '../team/link-dialog.tsx'
import type { Account } from './account-view.ts'
import { MerchantLink } from './links.tsx'
import { ManageAccount } from './manage-account.tsx'

type Props = {
  filters?: readonly Filter[]
  /** Of one merchant alone. */
  merchantId?: string
}

export function AccountsList({ filters = [], merchantId }: Props) {
  const [link, setLink] = useState<Link | null>(null)
  const { identity } = useDashboard()
  const actions: Column<Account> = {
    title: say('actions'),
    cell: (account) =>
      account.email === identity.email ? (
        say('yourself')
      ) : (
        <Manage account={account} onLink={setLink} />
      ),
  }
  return (
    <>
      <List<Account>
        caption={say('accounts')}
        path="/operator/accounts"
        isOwn
        field="accounts"
        kinds={[]}
        filters={filters}
        {...(merchantId === undefined ? { links: ['merchantId'] } : { fixed: { merchantId } })}
        columns={[
          who,
          ...(merchantId === undefined ? [ofMerchant] : []),
          state,
          secondFactor,
          lastLogin,
          actions,
        ]}
        keyOf={({ id }) => id}
        empty={{ title: say('noAccounts'), hint: say('noAccountsHint') }}
      />
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}

type ManageProps = { account: Account; onLink: (link: Link) => void }

function Manage({ account, onLink }: ManageProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={`${say('manage')} ${account.email}`}
        onClick={() => setOpen(true)}
      >
        {say('manage')}
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

const who: Column<Account> = {
  title: say('account'),
  cell: ({ email, role, isDemo }) => (
    <>
      {email}
      <br />
      <span class="hint">{isDemo ? say('ofDemo', { role }) : role}</span>
    </>
  ),
}

const ofMerchant: Column<Account> = {
  title: say('merchant'),
  cell: ({ merchantId, merchantName }) => <MerchantLink id={merchantId} name={merchantName} />,
}

const state: Column<Account> = {
  title: say('state'),
  cell: ({ isDisabled, hasPassword }) => (
    <span class="status" data-mood={isDisabled ? 'over' : hasPassword ? 'good' : 'wait'}>
      {say(isDisabled ? 'shutOut' : hasPassword ? 'mayLogIn' : 'invited')}
    </span>
  ),
}

const secondFactor: Column<Account> = {
  title: say('secondFactor'),
  cell: ({ hasSecondFactor }) => (
    <span class="status" data-mood={hasSecondFactor ? 'good' : 'over'}>
      {say(hasSecondFactor ? 'on' : 'off')}
    </span>
  ),
}

const lastLogin: Column<Account> = {
  title: say('lastLogin'),
  cell: ({ lastLoginAt, sessions }) => (
    <>
      {lastLoginAt ? <When at={lastLoginAt} /> : say('never')}
      <br />
      <span class="hint">{say('sessionsOpen', { count: sessions })}</span>
    </>
  ),
}
