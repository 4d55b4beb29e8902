import { z } from 'zod'
import {
  type ListedRequest,
  requestList,
  requestOutcomes,
} from '../../../store/lists/request-list.ts'
import { singleParameter } from '../../schemas/query.ts'
import { dashboardList } from './dashboard-list.ts'
import { columnsOf } from './export-columns.ts'
import * as by from './list-filters.ts'

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
    outcomeIn: by.choice('Outcome', requestOutcomes),
    status: {
      parameter: singleParameter(
        z.string().regex(/^[1-5][0-9]{2}$/, 'must be a status such as 409'),
      )
        .optional()
        .meta({ description: 'Answered with this status' }),
    },
    method: { parameter: by.textParameter('a method', 'Only this method') },
    operationId: by.text(
      'Call',
      by.textParameter('the id of an operation', 'Only this call, such as createPayment'),
      'createPayment',
    ),
    problemCode: by.text('Problem', by.textParameter('a code', 'Answered with one problem')),
    apiKey: by.text('API key', by.textParameter("a key's name", 'With one API key')),
    account: by.text(
      'Person',
      by.textParameter('an e-mail address', 'By one person, in the dashboard'),
    ),
    requestId: by.text('Request id', by.textParameter('a request id', 'With this x-request-id')),
    isReplayed: { parameter: by.booleanParameter('Whether an earlier answer was given again') },
    ...by.within,
    ...by.hidden(by.created),
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
