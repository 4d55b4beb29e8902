/** What the relays work with. */
import type { Bus } from '../bus/bus.ts'
import type { WithLog } from '../store/parts.ts'

export type RelayDependencies = WithLog & { bus: Bus }
