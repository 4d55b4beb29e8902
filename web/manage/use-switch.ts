/** Has a Draft made that follows on from a subscription, and leads to the widget, where it is approved. */
import type { OwnSubscription } from '../api/session.generated.ts'
import { useState } from 'preact/hooks'
import { readPageSettings } from '../session/written-settings.ts'
import type { Managed } from './context.ts'
import { widgetAddress } from './widget-address.ts'

export type Switching = {
  /** Until the Draft is approved nothing has changed. */
  begin: (planId: string, when: OwnSubscription['switchTimes'][number] | undefined) => Promise<void>
  isBusy: boolean
  /** The last try failed with this; null where it did not. */
  trouble: { error: unknown } | null
}

export function useSwitch({ client, subscription, address }: Managed): Switching {
  const [{ widgetUrl }] = useState(readPageSettings)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Switching['trouble']>(null)
  const begin: Switching['begin'] = async (planId, when) => {
    setBusy(true)
    setTrouble(null)
    try {
      const path = `/subscriptions/${subscription.contractAddress}/switch`
      const draft = await client.send<{ contractAddress: string }>(path, { planId, when })
      const opening = { plan: planId, subscription: draft.contractAddress }
      location.assign(widgetAddress({ widgetUrl, client, address }, opening))
    } catch (error) {
      setTrouble({ error })
      setBusy(false)
    }
  }
  return { begin, isBusy, trouble }
}
