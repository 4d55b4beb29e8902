import type { NamedSubscription } from '../../../api/dashboard.generated.ts'

/** Whether a charge is due that has not come about yet: it can still be made for a while. */
export const isOverdue = ({ lapsesAt }: NamedSubscription): boolean => lapsesAt !== null

/** What people call it. */
export const nameOf = ({ customerId, planName }: NamedSubscription): string =>
  `${customerId} · ${planName}`
