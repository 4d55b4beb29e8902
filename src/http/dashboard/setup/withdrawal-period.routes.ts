/** The payer's right to withdraw from a new contract, as the merchant grants it. */
import { z } from 'zod'
import { withdrawalDaysMax } from '../../../../machines/subscription/subscription.events.ts'
import {
  findWithdrawalDays,
  setWithdrawalDays,
} from '../../../store/merchants/pages/withdrawal-period.ts'
import { memberRoute } from '../../routing/route.ts'
import { wholeField } from '../../schemas/fields.ts'

const path = '/dashboard/api/{network}/withdrawal-period'

const WithdrawalPeriod = z
  .strictObject({
    withdrawalDays: wholeField(0, withdrawalDaysMax).meta({
      description:
        'Days after the approval in which the payer may withdraw; 0: no such right. It holds for the ' +
        'subscriptions that are created from now on',
    }),
  })
  .meta({ id: 'WithdrawalPeriod' })

const answer = { description: 'The days.', schema: WithdrawalPeriod } as const

export const readWithdrawalPeriodRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'readWithdrawalPeriod',
  right: 'read',
  tag: 'Setup',
  summary: 'Read for how long payers may withdraw',
  answer,
  async handle({ caller, dependencies }) {
    return { body: { withdrawalDays: await findWithdrawalDays(dependencies, caller.owner) } }
  },
})

export const setWithdrawalPeriodRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setWithdrawalPeriod',
  right: 'plans',
  tag: 'Setup',
  summary: 'Say for how long payers may withdraw',
  body: WithdrawalPeriod,
  answer,
  async handle({ body: { withdrawalDays }, caller: { owner }, audit, dependencies }) {
    await setWithdrawalDays(dependencies, owner, withdrawalDays, audit)
    return { body: { withdrawalDays } }
  },
})
