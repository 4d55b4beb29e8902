import { phrase } from '../../phrase.ts'
import type { Cells } from '../../parts/list/described-cells.tsx'
import type { DeliveryResource } from '../../../api/dashboard.generated.ts'

export const deliveryCells: Cells<DeliveryResource> = {
  lastAttempt: ({ lastAttempt }) => <Attempt attempt={lastAttempt} />,
}

export function Attempt({ attempt }: { attempt: DeliveryResource['lastAttempt'] }) {
  if (!attempt) return <>–</>
  const { httpStatus, error, durationMs } = attempt
  const ms = Math.round(durationMs)
  if (error) return <>{phrase`${error}, after ${ms} ms`}</>
  return <>{phrase`Answered ${httpStatus ?? ''} after ${ms} ms`}</>
}
