/** Gas wallets whose transactions do not move on, and what nodes said and should not have. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import type { GasWallet } from '../operator/gas-wallets.tsx'
import { OperatorLink } from '../operator/links.tsx'

export type StuckLane = Omit<GasWallet, 'daysLeft'> & { advice: string }
export type NodeAnomaly = {
  blockchain: string
  node: string
  what: string
  detail: string
  times: number
  firstAt: string
  lastAt: string
  advice: string
}

export const laneColumns: readonly Column<StuckLane>[] = [
  {
    title: say('merchant'),
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
  { title: say('wallet'), cell: ({ address }) => <Ends text={address} /> },
  {
    title: say('heldUpBy'),
    cell: ({ lane }) => lane?.heldUpBy ?? say('rests', { count: lane?.refusals ?? 0 }),
  },
  {
    title: say('since'),
    cell: ({ lane }) =>
      lane?.heldUpSince ? (
        <When at={lane.heldUpSince} />
      ) : (
        <>
          {say('until')} <When at={lane?.restsUntil} />
        </>
      ),
  },
  { title: say('advice'), cell: ({ advice }) => advice },
]

export const anomalyColumns: readonly Column<NodeAnomaly>[] = [
  {
    title: say('node'),
    cell: ({ node, blockchain }) => (
      <>
        {node}
        <br />
        <span class="hint">{blockchain}</span>
      </>
    ),
  },
  { title: say('what'), cell: ({ what }) => what },
  { title: say('detail'), cell: ({ detail }) => detail },
  { title: say('times'), cell: ({ times }) => times, isNumber: true },
  { title: say('lastTime'), cell: ({ lastAt }) => <When at={lastAt} /> },
  { title: say('advice'), cell: ({ advice }) => advice },
]
