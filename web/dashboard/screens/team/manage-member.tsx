/** What an owner does about one of the merchant's people. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { CommandForm } from '../../parts/command-form.tsx'
import { SelectField } from '../../parts/forms.tsx'
import type { Link } from './link-dialog.tsx'
import { MemberSessions } from './member-sessions.tsx'
import { meaningOf, roleOptions } from './roles.ts'

export type Member = {
  id: string
  email: string
  role: string
  hasPassword: boolean
  hasSecondFactor: boolean
  isDisabled: boolean
  usedAt: string | null
}

type Props = { member: Member; onLink: (link: Link) => void }

export function ManageMember({ member, onLink }: Props) {
  const { email, id, isDisabled, hasSecondFactor } = member
  const post = (what: string) => ({ method: 'POST', path: `/members/${id}/${what}` }) as const
  return (
    <>
      <RoleForm member={member} />
      <div class="buttons wrapped">
        {!isDisabled && (
          <CommandButton
            label={say('reset')}
            consequence={<p>{say('resetHint', { email })}</p>}
            command={post('reset')}
            onDone={(answer) => onLink((answer as { link: Link }).link)}
          />
        )}
        {hasSecondFactor && (
          <CommandButton
            label={say('removeFactors')}
            mood="danger"
            consequence={<p>{say('removeFactorsHint', { email })}</p>}
            command={post('remove-second-factors')}
          />
        )}
        <CommandButton
          label={say(isDisabled ? 'enable' : 'disable')}
          {...(!isDisabled && { mood: 'danger' as const })}
          consequence={<p>{say(isDisabled ? 'enableHint' : 'disableHint', { email })}</p>}
          command={post(isDisabled ? 'enable' : 'disable')}
        />
      </div>
      <MemberSessions id={id} email={email} />
    </>
  )
}

function RoleForm({ member }: { member: Member }) {
  const [role, setRole] = useState(member.role)
  return (
    <CommandForm
      label={say('changeRole')}
      submit={say('saveRole')}
      command={{ method: 'POST', path: `/members/${member.id}/role`, body: { role } }}
      isReady={role !== member.role}
    >
      {() => (
        <SelectField
          label={say('role')}
          hint={`${meaningOf(role)} ${say('changeRoleHint')}`}
          options={roleOptions}
          value={role}
          onValue={setRole}
        />
      )}
    </CommandForm>
  )
}
