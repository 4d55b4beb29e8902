/** Faults of the service's own processes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../../../src/shared/nats-settings.ts'
import { natsNodes } from '../ground.ts'
import type { Supervised } from '../supervisor.ts'
import { type Breakable, chosenOf, type Fault, ofRole } from './fault.ts'

const frozenMs = 20_000
const awayMs = 120_000

const kill = (role: Role): Fault => ({
  does: `kill -9 of one process of the role ${role}`,
  async run(parts, choice) {
    const process = chosenOf(ofRole(parts, role), choice)
    process.signal('SIGKILL')
    return process.name
  },
})

const killWatcherLeader: Fault = {
  does: 'kill -9 of the watcher that leads',
  async run(parts, choice) {
    const watchers = ofRole(parts, 'watcher')
    const leading = await findLeader(parts, watchers)
    const process = leading ?? chosenOf(watchers, choice)
    process.signal('SIGKILL')
    return `${process.name}${leading ? ', the leader' : ', and none led'}`
  },
}

/** The leader holds an advisory lock; its connections carry the name of its process. */
async function findLeader(
  { ground: { postgres } }: Breakable,
  watchers: Supervised[],
): Promise<Supervised | undefined> {
  const rows = await postgres.ask<{ name: string }>(
    postgres.primary,
    `select distinct application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted`,
  )
  const names = rows.map(({ name }) => name)
  return watchers.find(({ name }) => names.includes(name))
}

const freeze: Fault = {
  does: 'SIGSTOP of any process, NATS and the chain among them, for 20 s',
  async run({ processes, ground }, choice) {
    const all = [
      ...processes,
      { name: 'the chain', pid: ground.chain.pid },
      ...Array.from({ length: natsNodes }, (_, index) => ({
        name: `nats-${index + 1}`,
        pid: ground.nats.pid(index),
      })),
    ]
    const { name, pid } = chosenOf(all, choice)
    if (pid === null) throw new Error(`${name} does not run`)
    process.kill(pid, 'SIGSTOP')
    await sleep(frozenMs)
    process.kill(pid, 'SIGCONT')
    return name
  },
}

const stop: Fault = {
  does: 'SIGTERM of any process of the service',
  async run({ processes }, choice) {
    const process = chosenOf(processes, choice)
    process.signal('SIGTERM')
    return process.name
  },
}

const workersAway: Fault = {
  does: 'all workers are away for 2 minutes',
  async run(parts) {
    const workers = ofRole(parts, 'worker')
    await Promise.all(workers.map((worker) => worker.stop()))
    await sleep(awayMs)
    for (const worker of workers) worker.start()
    await Promise.all(workers.map((worker) => worker.untilReady()))
    return `${workers.length} workers`
  },
}

export const processFaults = {
  'kill-worker': kill('worker'),
  'kill-http': kill('http'),
  'kill-relays': kill('relays'),
  'kill-watcher-leader': killWatcherLeader,
  'freeze-process': freeze,
  'stop-process': stop,
  'workers-away': workersAway,
}
