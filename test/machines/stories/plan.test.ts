import { describe, test } from 'vitest'
import { story } from '../../support/story.ts'
import { planCases } from '../cases/plan.ts'

const [monthly] = planCases as [(typeof planCases)[0]]
const update = monthly.eventsAt({ value: 'Draft', context: {}, timers: {}, now: 0 })[0]!

describe('a plan', () => {
  test('can be changed as often as the merchant likes while it is a draft (S3.1-2)', () => {
    story(monthly).when(update).when(update).is('Draft').remembers({ amount: '12000000' })
  })

  test('cannot be changed once subscribers rely on it (S3.1-2)', () => {
    story(monthly)
      .when('plan.activate')
      .offers('archive')
      .refuses(update)
      .remembers({ amount: '10000000' })
  })

  test('can be archived and restored (S3.1-2)', () => {
    story(monthly)
      .when('plan.activate')
      .when('plan.archive')
      .is('Archived')
      .refuses(update)
      .when('plan.restore')
      .is('Active')
  })
})
