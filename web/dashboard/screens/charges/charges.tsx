import { DescribedList } from '../../parts/list/described-list.tsx'
import type { Cells } from '../../parts/list/described-cells.tsx'
import type { NamedCharge } from '../../../api/dashboard.generated.ts'
import { Screen } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'

const cells: Cells<NamedCharge> = {
  status: ({ status, reason, nextAttemptAt }) => (
    <>
      <Status name={status} />
      {reason && <p class="hint">{spaced(reason)}</p>}
      {nextAttemptAt && (
        <p class="hint">
          Next attempt <When at={nextAttemptAt} />
        </p>
      )}
    </>
  ),
}

/** These go without saying on the subscription's own page. */
const ofSubscription = ['planName', 'customerId', 'metadata']

export default function Charges() {
  return (
    <Screen title="Charges" hint="One transfer from payer to you for each period.">
      <ChargeList />
    </Screen>
  )
}

/** All charges by filters, or those of one subscription. */
export function ChargeList({ contractAddress }: { contractAddress?: string }) {
  return (
    <DescribedList
      name="charges"
      cells={cells}
      {...(contractAddress && {
        fixed: { contractAddress },
        columnsOf: (columns) => columns.filter(({ name }) => !ofSubscription.includes(name)),
      })}
      empty={{ title: 'No charge yet', hint: 'The first comes when a subscription starts.' }}
    />
  )
}
