/** Businesses that ask for the main network, and the verdicts on them. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'
import { ReasonedCommand } from './reasoned-command.tsx'

type Details = {
  legalName: string
  registrationNumber: string
  country: string
  website: string
  contactEmail: string
}
type Verification = {
  status: string
  details: Details | null
  reason: string | null
  actions: string[]
  merchant: { id: string; name: string }
}

/** Those that moved last. */
const shownMax = 100

const columns: readonly Column<Verification>[] = [
  { title: say('merchant'), cell: ({ merchant }) => merchant.name },
  { title: say('status'), cell: ({ status }) => <Status name={status} /> },
  {
    title: say('business'),
    cell: ({ details }) => details && <Business details={details} />,
  },
  { title: say('reason'), cell: ({ reason }) => reason ?? '–' },
  { title: say('actions'), cell: (verification) => <Verdicts verification={verification} /> },
]

/** A website is text: nobody is to be led from here to wherever a stranger wrote. */
const Business = ({ details }: { details: Details }) => (
  <>
    {details.legalName}, {details.registrationNumber}, {details.country}
    <br />
    <span class="hint">
      {details.website}, {details.contactEmail}
    </span>
  </>
)

function Verdicts({ verification: { merchant, actions } }: { verification: Verification }) {
  const path = `/operator/verifications/${merchant.id}`
  const { name } = merchant
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

export default function Verifications() {
  const { reading, readAgain } = useRead<{ verifications: Verification[] }>(
    `/operator/verifications?limit=${shownMax}`,
    { isOwn: true },
  )
  return (
    <Screen title={say('verifications')} hint={say('verificationsHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ verifications }) =>
          verifications.length === 0 ? (
            <Empty title={say('noVerifications')} hint={say('noVerificationsHint')} />
          ) : (
            <Table
              caption={say('verifications')}
              columns={columns}
              rows={verifications}
              keyOf={({ merchant }) => merchant.id}
            />
          )
        }
      </ReadGate>
    </Screen>
  )
}
