import { z } from 'zod'
import {
  type ListedRequest,
  requestList,
  requestOutcomes,
} from '../../../store/lists/request-list.ts'
import { singleParameter } from '../../schemas/query.ts'
import { dashboardList } from './dashboard-list.ts'
import { columnsOf } from './export-columns.ts'
import {
  booleanParameter,
  choice,
  created,
  hidden,
  text,
  textParameter,
  within,
} from './list-filters.ts'

export const requests = dashboardList({
  name: 'requests',
  tag: 'Developers',
  title: 'Request log',
  words: { one: 'request', other: 'requests' },
  movedBy: [],
  rights: { read: 'inspect', export: 'inspect' },
  time: 'realNow',
  list: requestList,
  filters: {
    outcomeIn: choice('Outcome', requestOutcomes),
    status: {
      parameter: singleParameter(
        z.string().regex(/^[1-5][0-9]{2}$/, 'must be a status such as 409'),
      )
        .optional()
        .meta({ description: 'Answered with this status' }),
    },
    method: { parameter: textParameter('a method', 'Only this method') },
    operationId: text(
      'Call',
      textParameter('the id of an operation', 'Only this call, such as createPayment'),
      'createPayment',
    ),
    problemCode: text('Problem', textParameter('a code', 'Answered with one problem')),
    apiKey: text('API key', textParameter("a key's name", 'With one API key')),
    account: text('Person', textParameter('an e-mail address', 'By one person, in the dashboard')),
    requestId: text('Request id', textParameter('a request id', 'With this x-request-id')),
    isReplayed: { parameter: booleanParameter('Whether an earlier answer was given again') },
    ...within,
    ...hidden(created),
  },
  shown: [
    { name: 'createdAt', title: 'Time', as: 'second', onPhone: 'date' },
    { name: 'path', title: 'Call', as: 'text', onPhone: 'lead', own: '/requests/{id}' },
    { name: 'status', title: 'Status', as: 'state', onPhone: 'status' },
    { name: 'durationMs', title: 'Took', as: 'number' },
    { name: 'apiKey', title: 'Asked by', as: 'text' },
  ],
  columns: columnsOf<ListedRequest>()(
    [
      ...(['id', 'createdAt', 'requestId', 'apiKey', 'account', 'operationId', 'method'] as const),
      ...(['path', 'status', 'problemCode', 'durationMs', 'isReplayed', 'address'] as const),
      'userAgent',
    ],
    (request) => request,
  ),
})
