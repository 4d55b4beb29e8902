/** Begins the entry of the audit log for a command: who asks for what, from where, without any secret. */
import { newId } from '../../shared/ids.ts'
import type { Network } from '../../shared/network.ts'
import { AuditTrail } from '../../store/people/audit.ts'
import type { Route } from '../routing/route.ts'
import type { Right } from '../../store/people/rights.ts'
import type { RouteDependencies } from '../cells/cells.ts'
import type { Person } from './people.ts'

/** Fields whose values are never written down; the test of the audit log knows why no other is one. */
export const secretFields = new Set([
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'code',
  'passkey',
  'proof',
  // No secret, but thousands of letters; the entry names the picture that was made of it.
  'image',
])

/** Both networks show what concerns the merchant as a whole. */
const ofBothNetworks: readonly Right[] = ['people', 'verify']

type AuditedRequest = { params: unknown; body: unknown }

/** Begins the entry of a command; undefined where the route only reads. */
export function beginTrail(
  route: Route,
  caller: object | null,
  { params, body }: AuditedRequest,
  { clock }: RouteDependencies,
): AuditTrail | undefined {
  if (route.method === 'GET' || !isOfPeople(route) || route.changesNothing) return undefined
  const person = caller as Person & { owner?: { network: Network } }
  const { id, email, role, merchantId } = person.account
  const isOfBoth = 'right' in route && ofBothNetworks.includes(route.right)
  const ids = (params ?? {}) as Record<string, string>
  const redacted = redact(body) as { merchantId?: string } | undefined
  const at = clock.realNow()
  return new AuditTrail({
    id: newId(at),
    merchantId: merchantId ?? ids['merchantId'] ?? redacted?.merchantId ?? null,
    network: isOfBoth ? null : (person.owner?.network ?? null),
    accountId: id,
    email,
    role,
    address: person.from,
    call: route.operationId,
    subject: Object.values(ids).join('/'),
    asked: redacted,
    at: at.toISOString(),
  })
}

const isOfPeople = (route: Route): route is Route<'person' | 'member' | 'operator'> =>
  ['person', 'member', 'operator'].includes(route.access)

/** Replaces the values of secret fields, however deep they are. */
function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const kept = Object.entries(value).map(([name, inner]) => [
    name,
    secretFields.has(name) ? '(not kept)' : redact(inner),
  ])
  return Object.fromEntries(kept)
}
