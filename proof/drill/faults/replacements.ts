/** Processes that are replaced, for a while, by ones that differ from the others: in their clock, or in their release. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { roles } from '../../../src/shared/nats-settings.ts'
import type { Ground } from '../ground.ts'
import { chosenOf, type Fault, ofRole } from './fault.ts'
const clockOffMs = 600_000
const wrongForMs = 15_000
const sideBySideMs = 10_000
const tellTimeoutMs = 20_000
const lookEveryMs = 500
/** A release is rolled out in this order (docs/operations/upgrade.md). */
const rolloutRoles = roles.toSorted((a, b) => Number(b === 'worker') - Number(a === 'worker'))

const root = join(import.meta.dirname, '../../..')
const preload = (name: string, query = '') => [
  '--import',
  `${pathToFileURL(join(root, `proof/drill/preloads/${name}.ts`)).href}${query}`,
]
const newerRelease = preload('newer-release')

const clockOff: Fault = {
  does: 'any process of the service is replaced by one whose clock is 10 minutes ahead for 15 s, and then 10 minutes behind',
  async run(parts, choice) {
    const process = chosenOf(parts.processes, choice)
    try {
      for (const aheadMs of [clockOffMs, -clockOffMs]) {
        await process.restartWith(preload('wrong-clock', `?aheadMs=${aheadMs}`))
        await sleep(wrongForMs)
        const toldMs = await findToldMs(parts.ground, process.pid!)
        parts.differing.clocks.push({ process: process.name, aheadMs, toldMs })
      }
    } finally {
      await process.restartWith([])
    }
    return process.name
  },
}

/** Finds what the service shows its operator about the clock of a process, in milliseconds ahead of the database's. */
async function findToldMs({ postgres }: Ground, pid: number): Promise<number | null> {
  const deadline = performance.now() + tellTimeoutMs
  for (;;) {
    const [row] = await postgres.ask<{ ahead: number }>(
      postgres.primary,
      `select clock_ahead_ms as ahead from process where pid = ${pid} order by seen_at desc limit 1`,
    )
    if (row || performance.now() > deadline) return row?.ahead ?? null
    await sleep(lookEveryMs)
  }
}

const rollRelease: Fault = {
  does: 'all processes are replaced, one after another, by ones of a newer release, which they stay',
  async run(parts) {
    const processes = rolloutRoles.flatMap((role) => ofRole(parts, role))
    for (const [index, process] of processes.entries()) {
      await process.upgradeTo(newerRelease)
      // The first worker stays beside older ones for a while.
      if (index === 0) await sleep(sideBySideMs)
    }
    parts.differing.rollouts.push({ newer: await countNewer(parts.ground) })
    return `${processes.length} processes`
  },
}

async function countNewer({ postgres }: Ground): Promise<number> {
  const [row] = await postgres.ask<{ count: number }>(
    postgres.primary,
    'select count(*)::int as count from charge where machine_version > 1',
  )
  return row!.count
}

export const replacementFaults = { 'clock-off': clockOff, 'roll-release': rollRelease }
