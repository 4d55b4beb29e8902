/** API keys: created, relabelled and deleted here; a secret is shown once. */
import { z } from 'zod'
import * as apiKeys from '../../../store/merchants/api-keys.ts'
import { Time } from '../../../core/resources/fields.ts'
import { proofInCall } from '../../authentication/given-proof.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { PathText } from '../../schemas/path.ts'
import { unknownId } from '../../unknown-id.ts'

const path = '/dashboard/api/{network}/api-keys'
const NameParams = z.object({ name: PathText })
const label = { label: z.string().trim().min(1).max(100) }
const Label = z
  .strictObject(label)
  .meta({ id: 'ApiKeyLabel', description: 'What people call the key.' })

const ApiKeyResource = z
  .strictObject({
    name: z.string().meta({ description: 'The user name of Basic, and `x-api-key`' }),
    label: z.string(),
    createdAt: Time,
    lastUsedAt: Time.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'ApiKey' })

const listApiKeysRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listApiKeys',
  right: 'inspect',
  tag: 'Setup',
  summary: 'List API keys',
  answer: {
    description: 'The keys of this network, the oldest first.',
    schema: z.strictObject({ apiKeys: z.array(ApiKeyResource) }),
  },
  async handle({ caller, dependencies }) {
    return { body: { apiKeys: await apiKeys.listApiKeys(dependencies, caller.owner) } }
  },
})

const createApiKeyRoute = memberRoute({
  method: 'POST',
  path,
  operationId: 'createApiKey',
  right: 'integrate',
  needsProof: 'inCall',
  tag: 'Setup',
  summary: 'Create an API key',
  body: z.strictObject({ ...label, ...proofInCall }).meta({ id: 'ApiKeyToMake' }),
  answer: {
    status: 201,
    description: 'The key and its secret, which is shown this once.',
    schema: ApiKeyResource.extend({ secret: z.string() }).meta({ id: 'NewApiKey' }),
  },
  async handle({ body, caller, audit, dependencies }) {
    return { body: await apiKeys.createApiKey(dependencies, caller.owner, body.label, { audit }) }
  },
})

const relabelApiKeyRoute = memberRoute({
  method: 'PATCH',
  path: `${path}/{name}`,
  operationId: 'relabelApiKey',
  right: 'integrate',
  tag: 'Setup',
  summary: 'Call an API key something else',
  params: NameParams,
  body: Label,
  answer: {
    description: 'The key under its new label.',
    schema: z.strictObject({ name: z.string(), label: z.string() }),
  },
  async handle({ params: { name }, body: { label }, caller, audit, dependencies }) {
    const isFound = await apiKeys.relabelApiKey(dependencies, caller.owner, name, label, audit)
    if (!isFound) throw unknownId(caller.owner, 'API key', name)
    return { body: { name, label } }
  },
})

const deleteApiKeyRoute = memberRoute({
  method: 'DELETE',
  path: `${path}/{name}`,
  operationId: 'deleteApiKey',
  right: 'integrate',
  needsProof: true,
  tag: 'Setup',
  summary: 'Delete an API key for good',
  description: 'What was still to be sent under it is Cancelled, `ApiKeyDeleted`.',
  params: NameParams,
  answer: { status: 204, description: 'The key opens nothing any more.' },
  async handle({ params: { name }, caller, audit, dependencies }) {
    const isFound = await apiKeys.deleteApiKey(dependencies, caller.owner, name, audit)
    dependencies.keys.forget(name)
    if (!isFound) throw unknownId(caller.owner, 'API key', name)
    dependencies.bus.wake('webhook')
    return {}
  },
})

export const apiKeyRoutes: readonly Route[] = [
  listApiKeysRoute,
  createApiKeyRoute,
  relabelApiKeyRoute,
  deleteApiKeyRoute,
]
