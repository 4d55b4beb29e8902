import { describe, test } from 'vitest'
import { story } from '../../support/story.ts'
import { addressOf, beganAt, daysLater } from '../cases/owner.ts'
import { ended, granted, input } from '../cases/customer.ts'

const customer = () => story({ kind: 'customer', input, beganAt })

describe('a customer', () => {
  test('has access from the first paid subscription to the end of the last', () => {
    customer()
      .is('WithoutAccess')
      .remembers({ reason: 'NotStarted' })
      .when(granted('a'))
      .is('WithAccess')
      .remembers({ accessUntil: daysLater(12), contractAddress: addressOf('a'), reason: null })
      .when(granted('b'))
      .when(ended('Paused', 'a'))
      .is('WithAccess')
      .when(ended('GraceExpired', 'b'))
      .is('WithoutAccess')
      .remembers({ reason: 'GraceExpired', contractAddress: addressOf('b'), accessUntil: null })
  })

  test('has what the reports add up to, though one overtakes another', () => {
    customer()
      .when(ended('Paused', 'a'))
      .is('WithoutAccess')
      .when(granted('a'))
      .is('WithoutAccess')
      .remembers({ granting: 0 })
      .when(granted('a'))
      .is('WithAccess')
  })
})
