/** Businesses that ask for the main network: those that wait are decided on a page of their own. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import type { Filter } from '../../parts/list/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { OperatorLink } from './links.tsx'
import { Verdicts } from './verdicts.tsx'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: 'Status',
    kind: 'choice',
    options: ['Submitted', 'Approved', 'Rejected', 'Revoked'],
  },
]

const columns: readonly Column<Answers['listVerifications']['verifications'][number]>[] = [
  {
    title: 'Merchant',
    cell: ({ merchant }) => (
      <OperatorLink to={`/verifications/${merchant.id}`}>{merchant.name}</OperatorLink>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status name={status} /> },
  {
    title: 'Business',
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
  { title: 'Reason', cell: ({ reason }) => reason ?? '–' },
  {
    title: 'Actions',
    cell: ({ merchant, actions }) => <Verdicts merchant={merchant} actions={actions} />,
  },
]

export default function Verifications() {
  return (
    <Screen title="Verifications" hint="Businesses that ask for the main network.">
      <List<Answers['listVerifications']['verifications'][number]>
        caption="Verifications"
        path="/operator/verifications"
        isOwn
        field="verifications"
        kinds={[]}
        filters={filters}
        columns={columns}
        keyOf={({ merchant }) => merchant.id}
        empty={{
          title: 'Nobody has asked yet',
          hint: 'A merchant submits its business under Verification; you decide it here.',
        }}
      />
    </Screen>
  )
}
