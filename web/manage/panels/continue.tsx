/** The way back after the end: the same plan once more, by the widget. */
import { writeDay } from '../../messages/moments.ts'
import { useState } from 'preact/hooks'
import { RefusalNote } from '../../session/refusal-note.tsx'
import { serviceNow } from '../../browser/service-clock.ts'
import { readPageSettings } from '../../session/written-settings.ts'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { isOver } from '../standing.ts'
import { useSwitch } from '../use-switch.ts'
import { widgetAddress } from '../widget-address.ts'
import { Panel } from './panel.tsx'

export function ContinuePanel({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { standing, session, subscription, client, address } = managed
  const [{ widgetUrl }] = useState(readPageSettings)
  if (!isOver(standing) || session.may !== 'manage' || subscription.plan.status !== 'Active')
    return null
  const { endsAt, planId } = subscription
  const isPaid = endsAt !== null && Date.parse(endsAt) > serviceNow()
  return (
    <Panel id="continue" title={say('continueTitle')}>
      <p class="hint">{say('continueHint')}</p>
      {isPaid ? (
        <AfterPaidTime managed={managed} endsAt={endsAt} />
      ) : (
        <a class="strong" href={widgetAddress({ widgetUrl, client, address }, { plan: planId })}>
          {say('continueButton')}
        </a>
      )}
    </Panel>
  )
}

/** The paid time still runs: the first charge waits for its end, so that no time is paid for twice. */
function AfterPaidTime({ managed, endsAt }: { managed: Managed; endsAt: string }) {
  const { say, locale } = useSpeech()
  const { begin, isBusy, trouble } = useSwitch(managed)
  return (
    <>
      <p>{say('continueFrom', { date: writeDay(endsAt, locale) })}</p>
      <button
        type="button"
        class="strong"
        disabled={isBusy}
        onClick={() => void begin(managed.subscription.planId, 'PaidPeriodEnd')}
      >
        {say('continueButton')}
      </button>
      {trouble && <RefusalNote error={trouble.error} />}
    </>
  )
}
