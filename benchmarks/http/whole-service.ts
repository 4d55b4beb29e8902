/** The whole service, as `npm start` runs it: every role, relays too, in one process, on a local chain. */
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { startService, type Started } from '../../src/main.ts'
import { serveProgram } from '../programs.ts'

type ServiceSettings = { databaseUrl: string; natsUrl: string; dataDirectory: string }
export type ProcessorRequest = 'readProcessorMicroseconds'

/** Serves a program that answers requests with it, and how much of the processor it has used. */
export function serveWholeService<Request>(
  answer: (request: Request, started: Started) => Promise<unknown>,
): void {
  serveProgram<ServiceSettings>(async ({ databaseUrl, natsUrl, dataDirectory }) => {
    const settings = readSettings({
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      DATA_DIR: dataDirectory,
      PORT: '0',
    })
    const started = await startService(settings, createLog('warn'))
    return {
      async answer(request: Request | ProcessorRequest): Promise<unknown> {
        if (request !== 'readProcessorMicroseconds') return answer(request as Request, started)
        const { user, system } = process.cpuUsage()
        return user + system
      },
      close: () => started.stop(),
    }
  })
}
