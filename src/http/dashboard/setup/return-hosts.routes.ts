/** The hosts that the checkout page and the widget may lead payers back to, fixed by the merchant. */
import { z } from 'zod'
import { listReturnHosts, setReturnHosts } from '../../../store/merchants/pages/return-hosts.ts'
import { memberRoute } from '../../routing/route.ts'
import { refuse } from '../../schemas/refuse.ts'

const path = '/dashboard/api/{network}/return-hosts'
const hostsMax = 20
const hostPattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?$/

const whatHost = 'must be a host such as shop.example, without https://'

const Hosts = z.strictObject({
  hosts: z
    .array(
      z
        .string()
        .toLowerCase()
        .regex(hostPattern, whatHost)
        .transform((host, context) => normaliseHost(host) ?? refuse(context, whatHost)),
    )
    .max(hostsMax)
    .meta({
      description: 'Whole hosts such as `shop.example` or `shop.example:8443`; none allows any',
    }),
})

/** Writes a host as the address of a page does, for comparing; null where no page can have it. */
function normaliseHost(host: string): string | null {
  const page = `https://${host}/`
  if (host.includes('..') || !URL.canParse(page)) return null
  return new URL(page).host
}

const answer = {
  description: 'The hosts; none allows any.',
  schema: z.strictObject({ hosts: z.array(z.string()) }),
} as const

export const listReturnHostsRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listReturnHosts',
  right: 'read',
  tag: 'Setup',
  summary: 'List the hosts that payers may be led back to',
  answer,
  async handle({ caller, dependencies }) {
    return { body: { hosts: await listReturnHosts(dependencies, caller.owner) } }
  },
})

export const setReturnHostsRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setReturnHosts',
  right: 'integrate',
  needsProof: true,
  tag: 'Setup',
  summary: 'Say where payers may be led back to',
  body: Hosts,
  answer,
  async handle({ body: { hosts }, caller: { owner }, audit, dependencies }) {
    await setReturnHosts(dependencies, owner, hosts, audit)
    return { body: { hosts: await listReturnHosts(dependencies, owner) } }
  },
})
