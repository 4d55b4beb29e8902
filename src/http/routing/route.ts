/**
 * A route as data: its address, who may call it, the schemas of what comes in and goes out, the
 * problems it may answer with, and the function that handles it. The server registers it and an
 * OpenAPI document describes it, both from the same definition.
 */
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Owner } from '../../shared/owner.ts'
import type { ProblemCode } from '../../shared/problems.ts'
import type { ReservedKey } from '../../shared/message.ts'
import type { Seed } from '../../store/idempotency.ts'
import type { AuditTrail } from '../../store/people/audit.ts'
import type { Caller } from '../authentication/authenticate.ts'
import type { Right } from '../../store/people/rights.ts'
import type { CustomerCaller } from '../authentication/customer.ts'
import type { Cookie } from '../authentication/session.ts'
import type { Cells, RouteDependencies } from '../cells/cells.ts'
import type { Member, Person, Visitor } from '../authentication/people.ts'

/** The callers that a handler meets, by how its route lets them in. */
export type Callers = {
  /** A merchant's server, by an API key. */
  merchant: Caller
  /** A customer of a merchant, by a customer token. */
  customer: CustomerCaller
  /** Any page of any origin, without credentials. */
  public: null
  /** Somebody without a session, from the service's own pages or a script. */
  visitor: Visitor
  /** Somebody with a session in the dashboard. */
  person: Person
  operator: Person
  /** One of a merchant's people, on the network that the address names. */
  member: Member
}
export type Access = keyof Callers

export type Paths = {
  merchant: `/${string}`
  customer: `/session${string}`
  public: `/${string}`
  visitor: `/${string}`
  person: `/dashboard/api/${string}`
  operator: `/dashboard/api/operator/${string}`
  member: `/dashboard/api/{network}/${string}`
}

/**
 * A limit other than the usual one of the access. `login`: ten times a minute for one
 * address. `draft`: a customer makes a subscription, ten times a minute at most. `change`: a customer changes something, or asks for what
 * costs calls to nodes, as often.
 * `guess`: an address that is not found what it asks for too often is stopped. `resend`:
 * the route has a webhook sent again. `file`: as often as a page takes files. `none`: without limit.
 */
export type RouteLimit = 'login' | 'draft' | 'change' | 'guess' | 'resend' | 'file' | 'none'

export type Answer = {
  body?: unknown
  /** The status, where it is not the route's usual one. */
  status?: number
  headers?: Record<string, string>
  cookie?: Cookie
  /** Takes the answer over, and resolves once it has begun. */
  stream?: (reply: FastifyReply) => Promise<void>
  /** Nothing was done: no answer is kept for the request's Idempotency-Key. */
  isWithoutEffect?: boolean
}

/** Files that are made while they are read. */
export const csvType = 'text/csv; charset=utf-8'

/** Its status is 200, unless it says another one. */
type AnswerForm =
  | { status?: 200 | 201 | 202; description: string; schema: z.ZodType }
  | { status?: 200; description: string; mediaType: string }
  | { status: 204; description: string }

/** Adds what routes of one access say besides. */
export type Besides<A extends Access> = A extends 'member'
  ? {
      /** The right that the caller's role must have on the network. */
      right: Right
    } & OfPeople
  : A extends 'person' | 'operator'
    ? OfPeople
    : unknown
type OfPeople = {
  /** It only asks, whatever its method: the audit log has no entry of it. */
  changesNothing?: true
  /**
   * The caller must have proven in this session, minutes ago at most, who they are; `inCall`: the body carries the proof
   * (`proofInCall`), for what gives the account or its money away.
   */
  needsProof?: true | 'inCall'
  /** It gives one actor one command: repeated with its `Idempotency-Key` it is the same message, taken once. */
  isKeyed?: true
}

export type Definition<
  Path,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path in OpenAPI's form: `/integration/events/{eventId}/redeliver`. */
  path: Path
  operationId: string
  tag: string
  summary: string
  description?: string
  params?: Params
  /** Parameters that it does not name are refused, and all of them without a schema; but those of pages and forms are ignored. */
  query?: Query
  body?: Body
  answer: AnswerForm
  /** Problems of its own, beyond those that every route has. */
  problems?: ProblemCode[]
  /** Steps are reported while they happen to callers who accept lines; the answer is the last line. */
  isStreamed?: true
  /** The answer is a secret: its copy for a repeated request is sealed. */
  isSecret?: true
  limit?: RouteLimit
  /** Finds the cell that a call is about, where that is not its caller's, or chosen by an operator. */
  cellOf?: (
    asked: { params: z.output<Params>; body: z.output<Body> },
    cells: Cells,
  ) => Promise<RouteDependencies>
  /** Opens a customer's route to tokens that may only leave. */
  forLeaving?: true
}

/** A request that has been let in and parsed. */
export type Call<A extends Access = Access, Params = unknown, Query = unknown, Body = unknown> = {
  params: Params
  query: Query
  body: Body
  caller: Callers[A]
  /** Ids and moments are made of it; it is the same for every try of the same request. */
  seed: Seed
  /** The entry of the audit log, of a command that somebody gives in the dashboard. */
  audit?: AuditTrail | undefined
  /** Another try of the same request came before this one, and may have had its effect. */
  isRepeat: boolean
  /** The command carries this, if its reservation does not wait for the disk. */
  reserved?: ReservedKey
  /** The command waits for this: until then nothing may be done, and where it rejects, nothing at all. */
  granted?: Promise<void>
  dependencies: RouteDependencies
  /** Reports a step of a streamed answer; absent where nobody listens. */
  reportStep?: (step: unknown) => void
}
export type MerchantCall = Call<'merchant'>
/** A call about what is a merchant's on one network, by whomever. */
export type OwnersCall = Pick<Call, 'seed' | 'reserved' | 'granted' | 'dependencies'> & {
  caller: { owner: Owner }
}

/** What a route does. */
export type Handled<GivenCall extends Call> = {
  handle(call: GivenCall): Promise<Answer>
  /**
   * Tells the answer of an earlier try again from what that has made, to the letter; null where it has made nothing. Only
   * for a route that does one command and nothing else: its key does not wait for the disk then, nobody for its stored answer, and
   * what it reads does not wait for its key.
   */
  retell?(call: GivenCall): Promise<Answer | null>
  /** Refuses what is refused whoever asks, before a proof in the call is asked for. */
  judge?(asked: Pick<GivenCall, 'body' | 'caller' | 'dependencies'>): Promise<void>
}

/** A route of one access, or of any. */
export type Route<A extends Access = Access> = A extends Access
  ? Definition<Paths[A]> & Handled<Call<A>> & Besides<A> & { access: A; answer: { status: number } }
  : never
export type MerchantRoute = Route<'merchant'>
export type CustomerRoute = Route<'customer'>

/** Defines a route that needs an API key. */
export const merchantRoute = routeOf('merchant')

/** Defines a route that needs a customer token: for the pages of payers. */
export const customerRoute = routeOf('customer')

/** Defines a route for browsers: no credentials, any origin, limited by address. */
export const publicRoute = routeOf('public')

/** Defines a route without credentials for the service's own pages, limited by address. */
export const visitorRoute = routeOf('visitor')

/** Defines a route of the dashboard for everybody who is logged in. */
export const personRoute = routeOf('person')

/** Defines a route of the dashboard for those who run the service. */
export const operatorRoute = routeOf('operator')

/** Defines a route of the dashboard for a merchant's people, about one network. */
export const memberRoute = routeOf('member')

/** Whether a repeated request is recognised by its `Idempotency-Key`. */
export const takesIdempotencyKeys = ({
  access,
  method,
  isKeyed = false,
}: Pick<Route, 'access' | 'method'> & { isKeyed?: boolean }): boolean =>
  method === 'POST' && (access === 'merchant' || access === 'customer' || isKeyed)

function routeOf<A extends Access>(access: A) {
  return <
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
  >(
    route: Definition<Paths[A], Params, Query, Body> &
      Besides<A> &
      Handled<Call<A, z.output<Params>, z.output<Query>, z.output<Body>>>,
  ): Route<A> => toRoute(access, route)
}

/** Completes a route: its handler is only ever called with what its own schemas have parsed. */
export const toRoute = <A extends Access>(access: A, route: { answer: object }): Route<A> =>
  ({ ...route, access, answer: { status: 200, ...route.answer } }) as unknown as Route<A>
