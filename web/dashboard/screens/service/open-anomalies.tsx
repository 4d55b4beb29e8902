/** Messages that their actors did not expect: an operator looks at them, and says so. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { MerchantLink } from '../operator/links.tsx'
import { networkWord } from '../operator/networks.ts'

export type OfActor = { kind: string; entityId: string; merchantId: string; network: string }
export type OpenAnomaly = OfActor & {
  messageId: string
  event: string
  state: string
  reason: string
  at: string
}

export const Actor = ({ kind, entityId, merchantId, network }: OfActor) => (
  <>
    {kind} <code>{entityId}</code>
    <br />
    <span class="hint">{networkWord(network)}, </span>
    <MerchantLink id={merchantId} name={say('itsMerchant')} />
  </>
)

export const openAnomalyColumns: readonly Column<OpenAnomaly>[] = [
  {
    title: say('message'),
    cell: ({ event, state }) => (
      <>
        {event}
        {state && (
          <>
            <br />
            <span class="hint">{say('inState', { state })}</span>
          </>
        )}
      </>
    ),
  },
  { title: say('of'), cell: Actor },
  { title: say('lastError'), cell: ({ reason }) => reason },
  { title: say('since'), cell: ({ at }) => <When at={at} /> },
  {
    title: say('actions'),
    cell: ({ messageId }) => (
      <CommandButton
        label={say('resolve')}
        consequence={<p>{say('resolveHint')}</p>}
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
