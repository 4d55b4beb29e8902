/**
 * The whole service, as `npm start` runs it: every role, relays too, in one process, on a local chain.
 * It opens shops, and says how much of the processor it has used.
 */
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { startService } from '../../src/main.ts'
import { serveProgram } from '../programs.ts'
import { openShop, type ServiceSettings, type Shop } from './open-shop.ts'

export type Opened = { url: string; shops: Shop[] }
export type ServiceRequest = { openShops: number } | 'readProcessorMicroseconds'

serveProgram<ServiceSettings>(async ({ databaseUrl, natsUrl, dataDirectory }) => {
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    DATA_DIR: dataDirectory,
    PORT: '0',
  })
  const started = await startService(settings, createLog('warn'))
  return {
    async answer(request: ServiceRequest): Promise<Opened | number> {
      if (request === 'readProcessorMicroseconds') {
        const { user, system } = process.cpuUsage()
        return user + system
      }
      const shops: Shop[] = []
      for (let i = 0; i < request.openShops; i++) shops.push(await openShop(started))
      return { url: started.running.url!, shops }
    },
    close: () => started.stop(),
  }
})
