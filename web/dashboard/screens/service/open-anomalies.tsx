/** Messages that their actors did not expect: an operator looks at them, and says so. */
import type { OpenAnomaly } from '../../../api/dashboard.generated.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { MerchantLink } from '../operator/links.tsx'
import { networkWord } from '../operator/networks.ts'
import { phrase } from '../../phrase.ts'

export type OfActor = { kind: string; entityId: string; merchantId: string; network: string }

export const Actor = ({ kind, entityId, merchantId, network }: OfActor) => (
  <>
    {kind} <code translate={false}>{entityId}</code>
    <br />
    <span class="hint">{networkWord(network)}, </span>
    <MerchantLink id={merchantId} name="its merchant" />
  </>
)

export const openAnomalyColumns: readonly Column<OpenAnomaly>[] = [
  {
    title: 'Message',
    cell: ({ event, state }) => (
      <>
        {event}
        {state && (
          <>
            <br />
            <span class="hint">{phrase`in ${state}`}</span>
          </>
        )}
      </>
    ),
  },
  { title: 'Of', cell: Actor },
  { title: 'What went wrong', cell: ({ reason }) => reason },
  { title: 'Since', cell: ({ at }) => <When at={at} /> },
  {
    title: 'Actions',
    cell: ({ messageId }) => (
      <CommandButton
        label="Resolve"
        consequence={<p>It is listed no more. This changes nothing else.</p>}
        command={{
          method: 'POST',
          path: '/operator/stuck/resolve',
          body: { messageId },
          isOwn: true,
        }}
      />
    ),
  },
]
