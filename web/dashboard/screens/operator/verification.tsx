/** One business verification: what was submitted, what was decided, by whom and why, and the next verdict. */
import { say } from '../../../messages/dashboard/service-words.ts'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import type { ScreenProps } from '../../screens.ts'
import { useRead } from '../../use-read.ts'
import { Business, type BusinessDetails } from './business.tsx'
import { OperatorLink } from './links.tsx'
import { Verdicts } from './verdicts.tsx'

type Step = {
  at: string
  what: 'submit' | 'approve' | 'reject' | 'revoke'
  by: string | null
  reason: string | null
  details: BusinessDetails | null
}
type Verification = {
  status: string
  details: BusinessDetails | null
  reason: string | null
  actions: string[]
  merchant: { id: string; name: string; createdAt: string }
  history: Step[]
}

export default function VerificationPage({ params }: ScreenProps) {
  const path = `/operator/verifications/${params['id'] ?? ''}`
  const { reading, readAgain } = useRead<Verification>(path, { isOwn: true })
  const name = reading.step === 'read' ? reading.value.merchant.name : ''
  return (
    <Screen title={say('verificationOf', { name })} hint={say('verificationHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(verification) => <Page verification={verification} />}
      </ReadGate>
    </Screen>
  )
}

function Page({ verification }: { verification: Verification }) {
  const { status, details, reason, actions, merchant, history } = verification
  return (
    <>
      <Section title={say('standing')} actions={<Status name={status} />}>
        <div class="card">
          {details ? <Business details={details} /> : <p>{say('nothingSubmitted')}</p>}
          {reason && (
            <p class="note warning">
              <span>
                {say('reason')}: {reason}
              </span>
            </p>
          )}
          <Verdicts merchant={merchant} actions={actions} />
          <p>
            <OperatorLink to={`/merchants/${merchant.id}`}>{say('toMerchant')}</OperatorLink>{' '}
            <span class="hint">
              {say('merchantSince')} <When at={merchant.createdAt} />
            </span>
          </p>
        </div>
      </Section>
      <Section title={say('history')} hint={say('historyHint')}>
        {history.length === 0 ? (
          <p class="hint">{say('noHistory')}</p>
        ) : (
          <ol class="steps">
            {history.map((step) => (
              <OneStep key={`${step.at}/${step.what}`} step={step} />
            ))}
          </ol>
        )}
      </Section>
    </>
  )
}

const OneStep = ({ step: { at, what, by, reason, details } }: { step: Step }) => (
  <li class="card">
    <h3>
      {say(`${what}Step`)} <span class="hint">{by ?? say('byMerchant')}</span>
    </h3>
    <p class="hint">
      <When at={at} />
    </p>
    {reason && <p>{reason}</p>}
    {details && <Business details={details} />}
  </li>
)
