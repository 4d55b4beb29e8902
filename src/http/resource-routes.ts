/**
 * The routes that resources have alike in the API of merchants, in that of customers' pages and in the dashboard: one
 * is read, and one is given a command. A route that does more is written out beside them.
 */
import type { z } from 'zod'
import type { MessageEvent } from '../shared/message.ts'
import type { ActorKind, StoredActor } from '../shared/stored-actor.ts'
import { commandActor, requireActor, type Target } from './commands.ts'
import {
  type Answer,
  type Besides,
  type Call,
  type Definition,
  type Paths,
  type Route,
  toRoute,
} from './routing/route.ts'
import { NoFields } from './schemas/fields.ts'
import { notFoundCode } from './unknown-id.ts'

/** The accesses of those who own resources, or pay for them. */
type Acting = 'merchant' | 'customer' | 'member'
type CallOf<A extends Acting, Body = unknown> = Call<A, Record<string, string>, unknown, Body>
export type Command<K extends ActorKind> = Target<K> & { event: MessageEvent }
/** The actor after a command, and whether that was without effect, as an `Answer` says it. */
export type Commanded<K extends ActorKind> = { actor: StoredActor<K>; isWithoutEffect?: boolean }

/** A resource as one API has it. */
type Resource<A extends Acting, K extends ActorKind> = {
  access: A
  kind: K
  /** The id of an operation is a verb and this. */
  noun: string
  tag: string
  /** The address of its list; one of it stands below, under the only one of `params`. */
  path: Paths[A]
  params: z.ZodObject<Record<string, z.ZodType<string>>>
  schema: z.ZodType
  show: (actor: StoredActor<K>, call: CallOf<A>) => unknown
  /** Finds the one that the caller means; where it is left out, any of the merchant's. */
  find?: (call: CallOf<A>, id: string) => Promise<StoredActor<K>>
  /** Sends a command; where it is left out, in the merchant's name. */
  send?: (call: CallOf<A>, command: Command<K>) => Promise<Commanded<K>>
}

/** What a route says itself, in place of what is usual; `problems` of a command are those beside the usual two. */
type Said<A extends Acting, Body extends z.ZodType> = Besides<A> & { summary: string } & Partial<
    Definition<Paths[A], z.ZodType, z.ZodType, Body>
  >

type Reading<A extends Acting, K extends ActorKind> = Said<A, z.ZodUndefined> & {
  /** Shows more than the answers to commands do. */
  show?: Resource<A, K>['show']
}

type Commanding<A extends Acting, K extends ActorKind, Body extends z.ZodType> = Said<A, Body> & {
  /** Refuses the command before it is sent, or sends another event than the one of its name. */
  act?: (
    send: (event: MessageEvent) => Promise<Commanded<K>>,
    call: CallOf<A, z.output<Body>>,
    found: StoredActor<K>,
  ) => Promise<Commanded<K>>
}

/** Returns what makes the routes of a resource. */
export const resourceRoutes = <A extends Acting, K extends ActorKind>(
  resource: Resource<A, K>,
) => ({
  read: (said: Reading<A, K>): Route<A> => readRoute(resource, said),
  command: <Body extends z.ZodType = typeof NoFields>(
    name: string,
    said: Commanding<A, K, Body>,
  ): Route<A> => commandRoute(resource, name, said),
})

const readVerbs = { merchant: 'get', customer: 'get', member: 'read' } as const

function readRoute<A extends Acting, K extends ActorKind>(
  resource: Resource<A, K>,
  { show = resource.show, ...said }: Reading<A, K>,
): Route<A> {
  const { access, kind, noun, tag, params, schema } = resource
  return toRoute(access, {
    method: 'GET',
    path: `${resource.path}/{${idOf(resource)}}`,
    operationId: `${readVerbs[access]}${noun}`,
    tag,
    params,
    answer: { description: `The ${kind} as it is now.`, schema },
    problems: [notFoundCode(kind)],
    ...said,
    async handle(call: CallOf<A>): Promise<Answer> {
      return { body: await show(await find(resource, call), call) }
    },
  })
}

function commandRoute<A extends Acting, K extends ActorKind, Body extends z.ZodType>(
  resource: Resource<A, K>,
  name: string,
  { act, problems = [], ...said }: Commanding<A, K, Body>,
): Route<A> {
  const { access, kind, noun, tag, params, schema, show, send = sendByMerchant } = resource
  return toRoute(access, {
    method: 'POST',
    path: `${resource.path}/{${idOf(resource)}}/${name}`,
    operationId: `${name}${noun}`,
    tag,
    params,
    body: NoFields,
    answer: { description: `The ${kind} after the command.`, schema },
    problems: [notFoundCode(kind), 'CommandNotAllowed', ...problems],
    ...said,
    async handle(call: CallOf<A, z.output<Body>>): Promise<Answer> {
      const found = await find(resource, call)
      const { owner } = call.caller
      const sendEvent = (event: MessageEvent) =>
        send(call, { kind, entityId: found.id, owner, event })
      const { actor, ...effect } = act
        ? await act(sendEvent, call, found)
        : await sendEvent({ type: `${kind}.${name}` })
      return { body: await show(actor, call), ...effect }
    },
  })
}

async function find<A extends Acting, K extends ActorKind>(
  resource: Resource<A, K>,
  call: CallOf<A>,
): Promise<StoredActor<K>> {
  const id = call.params[idOf(resource)]!
  if (resource.find) return resource.find(call, id)
  const { owner } = call.caller
  return requireActor(call.dependencies, { kind: resource.kind, entityId: id, owner })
}

/** The name of the parameter in the address. */
const idOf = ({ params }: { params: z.ZodObject }): string => Object.keys(params.shape)[0]!

const sendByMerchant = async <K extends ActorKind>(
  call: CallOf<Acting>,
  command: Command<K>,
): Promise<Commanded<K>> => ({ actor: await commandActor(call, command) })
