/** One business verification: what was submitted, what was decided, by whom and why, and the next verdict. */
import type { VerificationPage, VerificationStep } from '../../../api/dashboard.generated.ts'
import { say } from './service-words.ts'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen, Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { Business } from './business.tsx'
import { OperatorLink } from './links.tsx'
import { Verdicts } from './verdicts.tsx'
import { phrase } from '../../phrase.ts'

export default function VerificationScreen({ params }: AddressProps) {
  const path = `/operator/verifications/${params['id'] ?? ''}`
  const { reading, readAgain } = useRead<VerificationPage>(path, { isOwn: true })
  const name = reading.step === 'read' ? reading.value.merchant.name : ''
  return (
    <Screen
      title={phrase`Verification of ${name}`}
      hint="An approval opens the main network: real money can come."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {(verification) => <Page verification={verification} />}
      </ReadGate>
    </Screen>
  )
}

function Page({ verification }: { verification: VerificationPage }) {
  const { status, details, reason, actions, merchant, history, keptFrom } = verification
  return (
    <>
      <Section title="How it stands" actions={<Status name={status} />}>
        <div class="card">
          {details ? <Business details={details} /> : <p>Nothing was submitted yet.</p>}
          {reason && (
            <p class="note warning">
              <span>Reason: {reason}</span>
            </p>
          )}
          <Verdicts merchant={merchant} actions={actions} />
          <p>
            <OperatorLink to={`/merchants/${merchant.id}`}>The merchant’s page</OperatorLink>{' '}
            <span class="hint">
              a merchant since <When at={merchant.createdAt} />
            </span>
          </p>
        </div>
      </Section>
      <Section title="History" hint="What was submitted and decided, the newest first.">
        {history.length === 0 ? (
          <p class="hint">Nothing yet.</p>
        ) : (
          <ol class="steps">
            {history.map((step) => (
              <OneStep key={`${step.at}/${step.what}`} step={step} />
            ))}
          </ol>
        )}
        {keptFrom !== null && (
          <p class="hint">Kept from {keptFrom} on; earlier months are kept elsewhere.</p>
        )}
      </Section>
    </>
  )
}

const OneStep = ({ step: { at, what, by, reason, details } }: { step: VerificationStep }) => (
  <li class="card">
    <h3>
      {say(`${what}Step`)} <span class="hint">{by ?? 'by the merchant'}</span>
    </h3>
    <p class="hint">
      <When at={at} />
    </p>
    {reason && <p>{reason}</p>}
    {details && <Business details={details} />}
  </li>
)
