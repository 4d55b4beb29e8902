/** What an operator decides about a business, as its verification takes it now. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReasonedCommand } from './reasoned-command.tsx'

type Props = { merchant: { id: string; name: string }; actions: readonly string[] }

export function Verdicts({ merchant: { id, name }, actions }: Props) {
  const path = `/operator/verifications/${id}`
  return (
    <div class="buttons wrapped">
      {actions.includes('approve') && (
        <CommandButton
          label={say('approve')}
          consequence={<p>{say('approveHint', { name })}</p>}
          command={{ method: 'POST', path: `${path}/approve`, isOwn: true }}
        />
      )}
      {(['reject', 'revoke'] as const)
        .filter((verdict) => actions.includes(verdict))
        .map((verdict) => (
          <ReasonedCommand
            key={verdict}
            label={say(verdict)}
            consequence={say(`${verdict}Hint`, { name })}
            path={`${path}/${verdict}`}
          />
        ))}
    </div>
  )
}
