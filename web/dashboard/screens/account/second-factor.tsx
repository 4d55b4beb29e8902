/** Shows what somebody has besides a password, and what else they could have. */
import type {
  Passkey,
  SecondFactor as SecondFactorState,
} from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say } from '../../shell/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { AddAuthenticator } from './add-authenticator.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { phrase } from '../../phrase.ts'

export function SecondFactor() {
  const { reading, readAgain } = useRead<SecondFactorState>('/second-factor', { isOwn: true })
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Section
      title="Second factor"
      hint="With one, a stolen password opens nothing. It is asked for at the login, and before money, keys or people are touched."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ totpSince, recoveryCodesLeft, passkeys }) => (
          <>
            {!totpSince && passkeys.length === 0 && (
              <p class="note warning">
                You have none: whoever learns your password has your account.
              </p>
            )}
            <Authenticator since={totpSince} onCodes={setCodes} />
            <Passkeys passkeys={passkeys} onCodes={setCodes} />
            {(totpSince || passkeys.length > 0) && (
              <Recovery left={recoveryCodesLeft} onCodes={setCodes} />
            )}
          </>
        )}
      </ReadGate>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}

type OnCodes = { onCodes: (codes: string[]) => void }

const Authenticator = ({ since, onCodes }: OnCodes & { since: string | null }) => (
  <div class="card">
    <h3>Authenticator app</h3>
    {since ? (
      <>
        <p>
          Set up since <When at={since} />
        </p>
        <CommandButton
          label="Take the authenticator away"
          mood="danger"
          consequence={
            <>
              <p>
                Its codes count no more. Without another second factor your password is enough
                again.
              </p>
              <p>{say('wishesEnd')}</p>
            </>
          }
          command={{ method: 'DELETE', path: '/second-factor/totp', isOwn: true }}
        />
      </>
    ) : (
      <>
        <p class="hint">Not set up.</p>
        <AddAuthenticator onCodes={onCodes} />
      </>
    )}
  </div>
)

const columns: readonly Column<Passkey>[] = [
  { title: 'Name', cell: ({ label }) => label },
  { title: 'Made', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    title: 'Last used',
    cell: ({ usedAt }) => (usedAt ? <When at={usedAt} /> : 'never'),
  },
  {
    title: 'Actions',
    cell: ({ id }) => (
      <CommandButton
        label="Take it away"
        mood="danger"
        consequence={
          <>
            <p>It logs nobody in any more. Delete it on your device as well.</p>
            <p>{say('wishesEnd')}</p>
          </>
        }
        command={{
          method: 'DELETE',
          path: `/me/passkeys/${encodeURIComponent(id)}`,
          isOwn: true,
        }}
      />
    ),
  },
]

const Passkeys = ({ passkeys, onCodes }: OnCodes & { passkeys: Passkey[] }) => (
  <div class="card">
    <h3>Passkeys</h3>
    <p class="hint">
      A passkey stays on your device or in your password manager and logs you in without a password.
    </p>
    {passkeys.length > 0 ? (
      <Table caption="Passkeys" columns={columns} rows={passkeys} keyOf={({ id }) => id} />
    ) : (
      <p class="hint">You have no passkey.</p>
    )}
    <AddPasskey onCodes={onCodes} />
  </div>
)

const Recovery = ({ left, onCodes }: OnCodes & { left: number }) => (
  <div class="card">
    <h3>Recovery codes</h3>
    <p>{phrase`${left} left. Each stands in for your second factor, once.`}</p>
    <CommandButton
      label="Make new codes"
      consequence={
        <>
          <p>Those of before count no more.</p>
          <p>{say('wishesEnd')}</p>
        </>
      }
      command={{ method: 'POST', path: '/second-factor/recovery-codes', isOwn: true }}
      onDone={(answer) => onCodes((answer as { recoveryCodes: string[] }).recoveryCodes)}
    />
  </div>
)
