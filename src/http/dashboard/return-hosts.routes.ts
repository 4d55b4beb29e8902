/** Where the checkout page may lead payers back to, fixed by the merchant. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listReturnHosts, setReturnHosts } from '../../store/merchants/return-hosts.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse } from './parse.ts'
import { ownerOf } from './session.ts'

const hostsMax = 20
const hostPattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?$/

const Hosts = z.strictObject({
  /** Whole hosts such as `shop.example` or `shop.example:8443`; none allows any. */
  hosts: z
    .array(
      z
        .string()
        .toLowerCase()
        .regex(hostPattern, 'must be a host such as shop.example, without https://'),
    )
    .max(hostsMax),
})

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
