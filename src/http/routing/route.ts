/**
 * A route as data: its address, the schemas of what comes in and goes out, the problems
 * it may answer with, and the function that handles it. The server registers it and the
 * OpenAPI document describes it, both from the same definition.
 */
import type { z } from 'zod'
import type { ProblemCode } from '../../shared/problems.ts'
import type { Seed } from '../../store/idempotency.ts'
import type { Caller } from '../authentication/authenticate.ts'
import type { HttpDependencies } from '../dependencies.ts'

type Answer = {
  body: unknown
  /** The status, where it is not the route's usual one. */
  status?: number
}

type Definition<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  method: 'GET' | 'POST'
  /** The path in OpenAPI's form: `/integration/events/{eventId}/redeliver`. */
  path: `/${string}`
  operationId: string
  tag: string
  summary: string
  description?: string
  params?: Params
  /** Without a schema, query parameters are ignored; with one, unknown ones are refused. */
  query?: Query
  body?: Body
  answer: { status: 200 | 201; description: string; schema: z.ZodType }
  /** Problems of its own, beyond those that every route has. */
  problems?: ProblemCode[]
  /** The answer is a secret: what is kept of it for a repeated request is sealed. */
  isSecret?: true
  /** It has a webhook sent again, which is limited more narrowly. */
  isResend?: true
}

/** A request that has been let in and parsed. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  params: Params
  query: Query
  body: Body
  /** What ids and moments are made of; the same for every try of the same request. */
  seed: Seed
  services: HttpDependencies
}
export type MerchantCall<Params = unknown, Query = unknown, Body = unknown> = Call<
  Params,
  Query,
  Body
> & { caller: Caller }

type Handled<GivenCall> = { handle(call: GivenCall): Promise<Answer> }

export type MerchantRoute = Definition<z.ZodType, z.ZodType, z.ZodType> &
  Handled<MerchantCall> & { access: 'merchant' }
export type PublicRoute = Definition<z.ZodType, z.ZodType, z.ZodType> &
  Handled<Call> & { access: 'public' }
export type Route = MerchantRoute | PublicRoute

/** Defines a route that needs an API key. */
export function merchantRoute<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  route: Definition<Params, Query, Body> &
    Handled<MerchantCall<z.output<Params>, z.output<Query>, z.output<Body>>>,
): MerchantRoute {
  // The handler is only ever called with what its own schemas have parsed.
  return { ...route, access: 'merchant' } as unknown as MerchantRoute
}

/** Defines a route for browsers: no credentials, any origin, limited by address. */
export function publicRoute<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  route: Definition<Params, Query, Body> &
    Handled<Call<z.output<Params>, z.output<Query>, z.output<Body>>>,
): PublicRoute {
  return { ...route, access: 'public' } as unknown as PublicRoute
}
