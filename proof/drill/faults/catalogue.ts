import type { Fault } from './fault.ts'
import type { FaultKind } from './kinds.ts'
import { outsideFaults } from './outside.ts'
import { processFaults } from './processes.ts'
import { replacementFaults } from './replacements.ts'
import { serverFaults } from './servers.ts'

export const faultsByKind: Record<FaultKind, Fault> = {
  ...processFaults,
  ...replacementFaults,
  ...serverFaults,
  ...outsideFaults,
}
