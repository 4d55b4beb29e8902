/** The route by which people page through one of the dashboard's lists. */
import type { z } from 'zod'
import { type Listed, listRoute } from '../../lists/list-route.ts'
import type { Route } from '../../routing/route.ts'
import type { DashboardList } from '../lists/dashboard-list.ts'

/** What the list does not say itself. */
type Said<Shape extends z.ZodRawShape, Row> = Pick<
  Listed<'member', Shape, Row>,
  'schema' | 'show'
> &
  Partial<Listed<'member', Shape, Row>>

export const memberList = <Shape extends z.ZodRawShape, Row>(
  { name, tag, rights, filter, time, list }: DashboardList<Shape, Row>,
  said: Said<Shape, Row>,
): Route<'member'> =>
  listRoute('member', {
    name,
    path: `/dashboard/api/{network}/${name}`,
    tag,
    right: rights.read,
    filter,
    time,
    list,
    ...said,
  })
