/** Offers what an operator decides about a business, as its verification accepts it now. */
import { say } from './verdict-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReasonedCommand } from './reasoned-command.tsx'
import { phrase } from '../../phrase.ts'

type Props = { merchant: { id: string; name: string }; actions: readonly string[] }

export function Verdicts({ merchant: { id, name }, actions }: Props) {
  const path = `/operator/verifications/${id}`
  return (
    <div class="buttons wrapped">
      {actions.includes('approve') && (
        <CommandButton
          label="Approve"
          consequence={
            <p>{phrase`The main network is open to ${name} then: real money can come.`}</p>
          }
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
