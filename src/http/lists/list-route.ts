/** The routes of lists that merchants and their people read page by page. */
import { z } from 'zod'
import type { List } from '../../store/lists/list.ts'
import {
  type Answer,
  type Besides,
  type Call,
  type Definition,
  type Paths,
  type Route,
  toRoute,
} from '../routing/route.ts'
import {
  answerPage,
  countedPage,
  listPage,
  ListPageResource,
  type Paging,
  toWanted,
} from './page.ts'

export type Listed<A extends 'merchant' | 'member', Shape extends z.ZodRawShape, Row> = Besides<A> &
  Partial<Definition<Paths[A]>> & {
    /** What its rows are called in the answer. */
    name: string
    path: Paths[A]
    tag: string
    /** Describes the answer, where it is not `The … that match.` */
    answered?: string
    filter: Shape
    list: List<z.output<z.ZodObject<Shape>>, Row>
    /** The clock that its rows were created by, where that is not the network's. */
    time?: 'now' | 'realNow'
    schema: z.ZodType
    show: (rows: Row[], call: Call<A>) => unknown[] | Promise<unknown[]>
  }

/** Makes the route of a list; in the dashboard all that match are counted unless somebody does not want it. */
export function listRoute<A extends 'merchant' | 'member', Shape extends z.ZodRawShape, Row>(
  access: A,
  { name, answered, filter, list, time = 'now', schema, show, ...said }: Listed<A, Shape, Row>,
): Route<A> {
  return toRoute(access, {
    method: 'GET',
    operationId: `list${capitalised(name)}`,
    summary: `List ${name}`,
    description: 'The newest comes first.',
    query: z.strictObject(
      access === 'merchant' ? { ...filter, ...listPage } : { ...countedPage, ...filter },
    ),
    answer: {
      description: answered ?? `The ${name} that match.`,
      schema: z.strictObject({ [name]: z.array(schema), page: ListPageResource }),
    },
    ...said,
    async handle(call: Call<A>): Promise<Answer> {
      const { caller, dependencies } = call
      const query = call.query as Paging & z.output<z.ZodObject<Shape>>
      const wanted = toWanted(caller.owner, query, dependencies.clock[time]())
      // Nothing else is left of the query without its page.
      const filter = wanted.filter as z.output<z.ZodObject<Shape>>
      const { rows, page } = await answerPage(dependencies.database, list, { ...wanted, filter })
      return { body: { [name]: await show(rows, call), page } }
    },
  })
}

const capitalised = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`
