import type { OwnCharge, OwnSubscription } from '../api/session.generated.ts'
import { useEffect, useRef } from 'preact/hooks'
import type { SessionClient } from './client.ts'
import { useRead } from './use-read.ts'

const readAgainMs = 1_000
/** For each change of the subscription. */
const readsAgainMax = 10
/** An attempt that fails once more moves a late charge, and not its subscription. */
const readLateAgainMs = 60_000

/**
 * The subscription's charges, the newest first; null while they are not read. They are read again with
 * the subscription, once more where the charge that moved it has not been written yet or is being
 * attempted, and every minute while a payment is late.
 */
export function useCharges(
  client: SessionClient,
  subscription: OwnSubscription,
): readonly OwnCharge[] | null {
  const path = `/subscriptions/${subscription.contractAddress}/charges`
  const { reading, readAgain } = useRead<{ charges: OwnCharge[] }>(client, path)
  const known = useRef({ subscription, readsAgain: 0 })
  useEffect(() => {
    if (known.current.subscription === subscription) return
    known.current = { subscription, readsAgain: 0 }
    readAgain()
  }, [subscription])

  const charges = reading.step === 'read' ? reading.value.charges : null
  useEffect(() => {
    if (charges === null) return
    const isUnsettled =
      !holdsNewest(charges, subscription) || isBeingAttempted(charges, subscription)
    const isSoon = isUnsettled && known.current.readsAgain < readsAgainMax
    if (!isSoon && !isLate(subscription)) return
    const timer = setTimeout(
      () => {
        if (isSoon) known.current.readsAgain++
        readAgain()
      },
      isSoon ? readAgainMs : readLateAgainMs,
    )
    return () => clearTimeout(timer)
  }, [charges, subscription])
  return charges
}

/** Whether the newest payment of the subscription is among its charges as paid. */
const holdsNewest = (charges: readonly OwnCharge[], { chargesMade }: OwnSubscription) =>
  chargesMade === 0 ||
  charges.some(({ period, status }) => period === chargesMade && status === 'Succeeded')

const isLate = ({ lapsesAt }: OwnSubscription) => lapsesAt !== null

/** Whether a late payment is tried at this moment, so that the time of the next attempt is not known yet. */
const isBeingAttempted = (charges: readonly OwnCharge[], subscription: OwnSubscription) =>
  isLate(subscription) && !charges[0]?.nextAttemptAt
