/** Businesses that ask for the main network: those that wait are decided on a page of their own. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import type { BusinessDetails } from './business.tsx'
import { OperatorLink } from './links.tsx'
import { Verdicts } from './verdicts.tsx'

type Verification = {
  status: string
  details: BusinessDetails | null
  reason: string | null
  actions: string[]
  merchant: { id: string; name: string }
}

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: say('status'),
    kind: 'choice',
    options: ['Submitted', 'Approved', 'Rejected', 'Revoked'],
  },
]

const columns: readonly Column<Verification>[] = [
  {
    title: say('merchant'),
    cell: ({ merchant }) => (
      <OperatorLink to={`/verifications/${merchant.id}`}>{merchant.name}</OperatorLink>
    ),
  },
  { title: say('status'), cell: ({ status }) => <Status name={status} /> },
  {
    title: say('business'),
    cell: ({ details }) =>
      details && (
        <>
          {details.legalName}, {details.registrationNumber}, {details.country}
          <br />
          <span class="hint">
            {details.website}, {details.contactEmail}
          </span>
        </>
      ),
  },
  { title: say('reason'), cell: ({ reason }) => reason ?? '–' },
  {
    title: say('actions'),
    cell: ({ merchant, actions }) => <Verdicts merchant={merchant} actions={actions} />,
  },
]

export default function Verifications() {
  return (
    <Screen title={say('verifications')} hint={say('verificationsHint')}>
      <List<Verification>
        caption={say('verifications')}
        path="/operator/verifications"
        isOwn
        field="verifications"
        kinds={[]}
        filters={filters}
        columns={columns}
        keyOf={({ merchant }) => merchant.id}
        empty={{ title: say('noVerifications'), hint: say('noVerificationsHint') }}
      />
    </Screen>
  )
}
