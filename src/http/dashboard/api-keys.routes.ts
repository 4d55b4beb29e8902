/** API keys: made, named anew and deleted here; a secret is told once. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import * as apiKeys from '../../store/merchants/api-keys.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse, PathText } from './parse.ts'
import { ownerOf } from './session.ts'

const Label = z.strictObject({ label: z.string().trim().min(1).max(100) })
const NameParams = z.object({ name: PathText })

export function apiKeyRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/api-keys', async (request) => ({
    apiKeys: await apiKeys.listApiKeys(dependencies, ownerOf(request)),
  }))

  app.post('/api-keys', async (request, reply) => {
    const { label } = parse(request, { body: Label }).body
    reply.code(201)
    return apiKeys.createApiKey(dependencies, ownerOf(request), label)
  })

  app.patch('/api-keys/:name', async (request) => {
    const { params, body } = parse(request, { params: NameParams, body: Label })
    const { name, label } = { ...params, ...body }
    const isFound = await apiKeys.relabelApiKey(dependencies, ownerOf(request), name, label)
    if (!isFound) throw notFound(name)
    return { name, label }
  })

  app.delete('/api-keys/:name', async (request, reply) => {
    const { name } = parse(request, { params: NameParams }).params
    const isFound = await apiKeys.deleteApiKey(dependencies, ownerOf(request), name)
    if (!isFound) throw notFound(name)
    reply.code(204)
  })
}

const notFound = (name: string) => new Problem('NotFound', `You have no API key '${name}' here.`)
