/** Where the checkout page may lead payers back to, fixed by the merchant. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listReturnHosts, setReturnHosts } from '../../store/merchants/return-hosts.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse } from './parse.ts'
import { ownerOf } from './session.ts'

const hostsMax = 20
const hostPattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?$/

const whatHost = 'must be a host such as shop.example, without https://'

const Hosts = z.strictObject({
  /** Whole hosts such as `shop.example` or `shop.example:8443`; none allows any. */
  hosts: z
    .array(
      z
        .string()
        .toLowerCase()
        .regex(hostPattern, whatHost)
        .transform((host, context) => {
          const normal = normaliseHost(host)
          if (normal !== null) return normal
          context.addIssue({ code: 'custom', message: whatHost })
          return z.NEVER
        }),
    )
    .max(hostsMax),
})

/** As the address of a page says it, which is what it is compared with; null where no page has it. */
function normaliseHost(host: string): string | null {
  const page = `https://${host}/`
  if (host.includes('..') || !URL.canParse(page)) return null
  return new URL(page).host
}

export function returnHostRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/return-hosts', async (request) => ({
    hosts: await listReturnHosts(dependencies, ownerOf(request)),
  }))

  app.put('/return-hosts', async (request) => {
    const { hosts } = parse(request, { body: Hosts }).body
    await setReturnHosts(dependencies, ownerOf(request), hosts)
    return { hosts: await listReturnHosts(dependencies, ownerOf(request)) }
  })
}
