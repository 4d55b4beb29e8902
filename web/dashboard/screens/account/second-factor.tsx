/** What somebody has besides a password, and what else they could have. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { AddAuthenticator } from './add-authenticator.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Passkey = { id: string; label: string; createdAt: string; usedAt: string | null }
type Factors = { totpSince: string | null; recoveryCodesLeft: number; passkeys: Passkey[] }

export function SecondFactor() {
  const { reading, readAgain } = useRead<Factors>('/second-factor', { isOwn: true })
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Section title={say('secondFactor')} hint={say('secondFactorHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ totpSince, recoveryCodesLeft, passkeys }) => (
          <>
            {!totpSince && passkeys.length === 0 && (
              <p class="note warning">{say('noSecondFactor')}</p>
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
    <h3>{say('authenticator')}</h3>
    {since ? (
      <>
        <p>
          {say('authenticatorSince')} <When at={since} />
        </p>
        <CommandButton
          label={say('removeAuthenticator')}
          mood="danger"
          consequence={<p>{say('removeAuthenticatorHint')}</p>}
          command={{ method: 'DELETE', path: '/second-factor/totp', isOwn: true }}
        />
      </>
    ) : (
      <>
        <p class="hint">{say('authenticatorOff')}</p>
        <AddAuthenticator onCodes={onCodes} />
      </>
    )}
  </div>
)

const columns: readonly Column<Passkey>[] = [
  { title: say('name'), cell: ({ label }) => label },
  { title: say('made'), cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    title: say('lastUse'),
    cell: ({ usedAt }) => (usedAt ? <When at={usedAt} /> : say('never')),
  },
  {
    title: say('actions'),
    cell: ({ id }) => (
      <CommandButton
        label={say('removePasskey')}
        mood="danger"
        consequence={<p>{say('removePasskeyHint')}</p>}
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
    <h3>{say('passkeys')}</h3>
    <p class="hint">{say('passkeysHint')}</p>
    {passkeys.length > 0 ? (
      <Table caption={say('passkeys')} columns={columns} rows={passkeys} keyOf={({ id }) => id} />
    ) : (
      <p class="hint">{say('noPasskeys')}</p>
    )}
    <AddPasskey onCodes={onCodes} />
  </div>
)

const Recovery = ({ left, onCodes }: OnCodes & { left: number }) => (
  <div class="card">
    <h3>{say('recoveryCodes')}</h3>
    <p>{say('recoveryLeft', { count: left })}</p>
    <CommandButton
      label={say('newRecoveryCodes')}
      consequence={<p>{say('newRecoveryCodesHint')}</p>}
      command={{ method: 'POST', path: '/second-factor/recovery-codes', isOwn: true }}
      onDone={(answer) => onCodes((answer as { recoveryCodes: string[] }).recoveryCodes)}
    />
  </div>
)
