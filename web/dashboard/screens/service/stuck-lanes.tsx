/** Gas wallets whose transactions do not move on, and what nodes said and should not have. */
import type { Stuck, StuckLane } from '../../../api/dashboard.generated.ts'
import { Ends } from '../../../parts/address-text.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { OperatorLink } from '../operator/links.tsx'
import { phrase } from '../../phrase.ts'

export const laneColumns: readonly Column<StuckLane>[] = [
  {
    title: 'Merchant',
    cell: ({ merchantId, merchantName, blockchain }) => (
      <>
        <OperatorLink to="/gas-wallets" query={{ merchantId }}>
          {merchantName}
        </OperatorLink>
        <br />
        <span class="hint">{blockchain}</span>
      </>
    ),
  },
  { title: 'Wallet', cell: ({ address }) => <Ends text={address} /> },
  {
    title: 'What holds it up',
    cell: ({ lane }) =>
      lane?.heldUpBy ??
      phrase`It rests: ${lane?.refusals ?? 0} transactions were refused for good.`,
  },
  {
    title: 'Since',
    cell: ({ lane }) =>
      lane?.heldUpSince ? (
        <When at={lane.heldUpSince} />
      ) : (
        <>
          until <When at={lane?.restsUntil} />
        </>
      ),
  },
  { title: 'What to do', cell: ({ advice }) => advice },
]

export const anomalyColumns: readonly Column<Stuck['nodeAnomalies'][number]>[] = [
  {
    title: 'Node',
    cell: ({ node, blockchain }) => (
      <>
        {node}
        <br />
        <span class="hint">{blockchain}</span>
      </>
    ),
  },
  { title: 'What', cell: ({ what }) => what },
  { title: 'Detail', cell: ({ detail }) => detail },
  { title: 'Times', cell: ({ times }) => times, isNumber: true },
  { title: 'Last', cell: ({ lastAt }) => <When at={lastAt} /> },
  { title: 'What to do', cell: ({ advice }) => advice },
]
