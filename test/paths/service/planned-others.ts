/** The paths on a running service of all that is no subscription, charge or customer. */
import type { Path } from '../path.ts'
import { plannedPaymentPaths } from './others/payments/paths.ts'

export const plannedPaths = (): Path[] => [...plannedPaymentPaths()]
