/** Offers what an owner does about one of the merchant's people. */
import type { Member } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say } from '../../shell/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { CommandForm } from '../../parts/command-form.tsx'
import { SelectField } from '../../parts/forms.tsx'
import type { Link } from './link-dialog.tsx'
import { MemberSessions } from './member-sessions.tsx'
import { meaningOf, roleOptions } from './roles.ts'
import { phrase } from '../../phrase.ts'

type Props = { member: Member; isSelf: boolean; onLink: (link: Link) => void }

export function ManageMember({ member, isSelf, onLink }: Props) {
  const { email, id, isDisabled, isDisabledByOperator, hasSecondFactor } = member
  const post = (what: string) => ({ method: 'POST', path: `/members/${id}/${what}` }) as const
  return (
    <>
      <RoleForm member={member} />
      <div class="buttons wrapped">
        {!isDisabled && !isSelf && (
          <CommandButton
            label="New password"
            consequence={
              <p>{phrase`You get a link by which ${email} sets another password. The present one counts until then.`}</p>
            }
            command={post('reset')}
            onDone={(answer) => onLink((answer as { link: Link }).link)}
          />
        )}
        {hasSecondFactor && !isSelf && (
          <CommandButton
            label="Take second factors away"
            mood="danger"
            consequence={
              <p>{phrase`For who has lost phone and recovery codes. ${email} is logged out, and the password is enough then. Be sure that it is really them who asks.`}</p>
            }
            command={post('remove-second-factors')}
          />
        )}
        {!isDisabledByOperator && (
          <CommandButton
            label={isDisabled ? 'Let in again' : 'Shut out'}
            {...(!isDisabled && { mood: 'danger' as const })}
            consequence={<p>{say(isDisabled ? 'enableHint' : 'disableHint', { email })}</p>}
            command={post(isDisabled ? 'enable' : 'disable')}
          />
        )}
      </div>
      {isDisabledByOperator && <p class="note warning">{say('disabledByOperator')}</p>}
      {isSelf && <p class="hint">{say('ownAccount')}</p>}
      <MemberSessions id={id} email={email} />
    </>
  )
}

function RoleForm({ member }: { member: Member }) {
  const [role, setRole] = useState<string>(member.role)
  return (
    <CommandForm
      label="Change the role"
      submit="Give this role"
      command={{ method: 'POST', path: `/members/${member.id}/role`, body: { role } }}
      isReady={role !== member.role}
    >
      {() => (
        <SelectField
          label="Role"
          hint={`${meaningOf(role)} Counts from their next click on.`}
          options={roleOptions}
          value={role}
          onValue={setRole}
        />
      )}
    </CommandForm>
  )
}
