/** The whole service; it opens shops. */
import { openShop, type Shop } from './open-shop.ts'
import { type ProcessorRequest, serveWholeService } from './whole-service.ts'

type OpenShops = { openShops: number }
export type Opened = { url: string; shops: Shop[] }
export type ServiceRequest = OpenShops | ProcessorRequest

serveWholeService<OpenShops>(async ({ openShops }, started): Promise<Opened> => {
  const shops: Shop[] = []
  for (let i = 0; i < openShops; i++) shops.push(await openShop(started))
  return { url: started.running.url!, shops }
})
