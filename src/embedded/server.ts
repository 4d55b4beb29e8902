/**
 * An embedded server that stays: when it dies, it is started again on the same data and the same
 * port, as an operator's supervisor would, until the service stops it.
 */
import { launchServer, type ServerProcess, type ServerSettings } from './server-process.ts'
import { wait } from '../shared/time.ts'

/** The first attempt may still find the last remains of a server that was killed a moment ago. */
const firstStartAttemptsMax = 3
const startPauseMs = 300

/** A server that was started here. It does not keep this process alive. */
export interface EmbeddedServer {
  url: string
  /** The process that serves now; another one after a crash. */
  readonly pid: number
  /** Ends it in good order. Calling it again changes nothing. */
  stop(): Promise<void>
}

/**
 * Starts a server and keeps it running.
 *
 * @throws with the end of the server's log, where it cannot be started
 */
export async function startServer(
  settings: ServerSettings & {
    url: string
    /** Makes it ready to end; where that fails it ends all the same. */
    beforeStop?: () => Promise<void>
    afterStop?: () => void
  },
): Promise<EmbeddedServer> {
  let current = await launchFirst(settings)
  let isWanted = true

  const supervision = (async () => {
    while (isWanted) {
      await current.ended
      if (isWanted) current = (await launchAgain(settings, () => isWanted)) ?? current
    }
    await current.stop()
  })()

  return {
    url: settings.url,
    get pid() {
      return current.pid
    },
    async stop() {
      isWanted = false
      await settings.beforeStop?.().catch(() => undefined)
      await current.stop()
      await supervision
      settings.afterStop?.()
    },
  }
}

async function launchFirst(settings: ServerSettings): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchServer(settings)
    } catch (error) {
      if (attempt === firstStartAttemptsMax) throw error
      await wait(startPauseMs)
    }
  }
}

async function launchAgain(
  settings: ServerSettings,
  isWanted: () => boolean,
): Promise<ServerProcess | undefined> {
  while (isWanted()) {
    try {
      return await launchServer(settings)
    } catch {
      // Its log has the reason, and the clients of the server log its absence.
      await wait(startPauseMs)
    }
  }
  return undefined
}
