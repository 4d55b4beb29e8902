/** Faults of what the service runs on. */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNode } from '../../../scripts/fleet/postgres-node.ts'
import { natsNodes } from '../ground.ts'
import { chosenOf, type Fault } from './fault.ts'

const postgresOffMs = 8_000
const chainOffMs = 10_000

const restartNats = (signal: 'SIGKILL' | 'SIGTERM', words: string): Fault => ({
  does: `${words} of one of three NATS nodes; it is started again`,
  async run({ ground: { nats } }, choice) {
    const node = chosenOf(nodeNumbers, choice)
    await nats.kill(node, signal)
    await nats.start(node)
    return nameOf(node)
  },
})

const wipeNats: Fault = {
  does: 'one of three NATS nodes loses its disk, and starts empty',
  async run({ ground: { nats } }, choice) {
    const node = chosenOf(nodeNumbers, choice)
    await nats.kill(node)
    rmSync(nats.storeDirectory(node), { recursive: true, force: true })
    await nats.start(node)
    return nameOf(node)
  },
}

const wipeAllNats: Fault = {
  does: 'all NATS nodes are lost with their disks',
  async run({ ground: { nats } }) {
    await Promise.all(nodeNumbers.map((node) => nats.kill(node)))
    for (const node of nodeNumbers)
      rmSync(nats.storeDirectory(node), { recursive: true, force: true })
    await Promise.all(nodeNumbers.map((node) => nats.start(node)))
    return `${natsNodes} nodes`
  },
}

const nodeNumbers = Array.from({ length: natsNodes }, (_, index) => index)
const nameOf = (node: number) => `nats-${node + 1}`

const restartPostgres: Fault = {
  does: 'an immediate restart of Postgres, as after a crash',
  async run({ ground: { postgres, directory } }) {
    await postgres.primary.process?.stop('SIGQUIT')
    await startNode(postgres.primary, directory)
    return postgres.primary.name
  },
}

const postgresOff: Fault = {
  does: 'Postgres is off for 8 s',
  async run({ ground: { postgres, directory } }) {
    await postgres.primary.process?.stop()
    await sleep(postgresOffMs)
    await startNode(postgres.primary, directory)
    return postgres.primary.name
  },
}

/** The design allows this after a promotion; the operator's part is over by then. */
const failOverSecondsMax = 30

const failOver: Fault = {
  does: 'kill -9 of the primary of Postgres, and promotion of its synchronous standby',
  recoverySecondsMax: failOverSecondsMax,
  async run({ ground: { postgres } }) {
    const lost = postgres.primary.name
    await postgres.killPrimary()
    await postgres.promote()
    return `${lost} lost, ${postgres.primary.name} promoted`
  },
  tidyUp: ({ ground: { postgres } }) => postgres.rejoin(),
}

const restartChain: Fault = {
  does: 'the chain’s node is restarted',
  async run({ ground }) {
    await ground.chain.off()
    await ground.chain.on()
    return 'the node'
  },
}

const chainOff: Fault = {
  does: 'the chain’s node is away for 10 s',
  async run({ ground }) {
    await ground.chain.off()
    await sleep(chainOffMs)
    await ground.chain.on()
    return 'the node'
  },
}

export const serverFaults = {
  'stop-nats': restartNats('SIGTERM', 'SIGTERM'),
  'kill-nats': restartNats('SIGKILL', 'kill -9'),
  'wipe-nats': wipeNats,
  'wipe-all-nats': wipeAllNats,
  'restart-postgres': restartPostgres,
  'postgres-off': postgresOff,
  'fail-over': failOver,
  'restart-chain': restartChain,
  'chain-off': chainOff,
}
