/**
 * The connections of one process: one for each role that it runs, also where one process runs them
 * all, so that NATS holds every role to its own permissions. Only messages whose reply is waited for go to the worker of the same
 * process without NATS: it is the same worker that would have them from NATS, and it judges them alike.
 */
import type { Log } from '../shared/log.ts'
import type { NatsFiles, Role } from '../shared/nats-settings.ts'
import { type Bus, connectBus } from './bus.ts'
import { noneNear } from './commands.ts'

type Settings = {
  roles: readonly Role[]
  nats: { files: NatsFiles; replicas: number; prefix: string | null }
  startWaitMs: number
}

export type Buses = {
  /** @throws where this process does not run the role */
  of(role: Role): Bus
  close(): Promise<void>
}

/** Connects every role of this process; throws, with none left open, where one cannot. */
export async function connectBuses(
  { roles, nats, startWaitMs }: Settings,
  urls: Record<Role, string>,
  log: Log,
): Promise<Buses> {
  const buses = new Map<Role, Bus>()
  const near = noneNear()
  const close = async () => {
    await Promise.all([...buses.values()].map((bus) => bus.close()))
  }
  try {
    for (const role of new Set(roles))
      buses.set(
        role,
        await connectBus({ ...nats, url: urls[role], role, waitMs: startWaitMs }, log, near),
      )
  } catch (error) {
    await close()
    throw error
  }
  const of = (role: Role) => {
    const bus = buses.get(role)
    if (!bus) throw new Error(`this process does not run the role ${role}`)
    return bus
  }
  return { of, close }
}
