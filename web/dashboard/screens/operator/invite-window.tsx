/** A window that invites somebody, and then shows the link to pass on. */
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { type Link, LinkDialog } from '../team/link-dialog.tsx'
import { InviteAccount } from './invite-account.tsx'

type Props = { merchantId: string | null; onClose: () => void }

export function InviteWindow({ merchantId, onClose }: Props) {
  const [link, setLink] = useState<Link | null>(null)
  if (link) return <LinkDialog link={link} onClose={onClose} />
  return (
    <Dialog
      title={merchantId === null ? 'Invite an operator' : 'Invite somebody'}
      onClose={onClose}
    >
      <InviteAccount merchantId={merchantId} onInvited={setLink} />
    </Dialog>
  )
}
