/** Where a torture run goes, and under which key. */
import type { Owner } from '../../../shared/owner.ts'
import { badRequest, Problem } from '../../../shared/problems.ts'
import { listApiKeys } from '../../../store/merchants/api-keys.ts'
import { findWebhookEndpoint } from '../../../store/merchants/webhook-endpoints.ts'
import type { HttpDependencies } from '../../dependencies.ts'

type Wanted = { apiKey?: string | undefined; echoUrl?: string | undefined }

/** Throws where there is no endpoint, or no key to sign with, or they are not the owner's. */
export async function requireSigningEndpoint(
  dependencies: HttpDependencies,
  owner: Owner,
  { apiKey, echoUrl }: Wanted,
): Promise<{ url: string; apiKey: string; echoUrl: string | null }> {
  const [endpoint, keys] = await Promise.all([
    findWebhookEndpoint(dependencies, owner),
    listApiKeys(dependencies, owner),
  ])
  const key = keys.find(({ name }) => apiKey === undefined || name === apiKey)
  if (apiKey !== undefined && !key)
    throw badRequest([{ path: 'apiKey', message: `is not one of yours: '${apiKey}'` }])
  if (!endpoint || !key) throw notSetUp(endpoint !== null, key !== undefined)
  if (echoUrl !== undefined && new URL(echoUrl).origin !== new URL(endpoint.url).origin)
    throw badRequest([
      {
        path: 'echoUrl',
        message: `must be of the origin of the endpoint, ${new URL(endpoint.url).origin}`,
      },
    ])
  return { url: endpoint.url, apiKey: key.name, echoUrl: echoUrl ?? null }
}

function notSetUp(hasEndpoint: boolean, hasKey: boolean): Problem {
  const missing = [...(hasEndpoint ? [] : ['WebhookEndpoint']), ...(hasKey ? [] : ['ApiKey'])]
  return new Problem(
    'WebhooksNotSetUp',
    `Missing on this network: ${missing.join(', ')}. Set what is missing under Settings › Integration.`,
    { details: { missing } },
  )
}
