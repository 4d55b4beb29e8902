import { describe, test } from 'vitest'
import { story } from '../../support/story.ts'
import { verificationCases } from '../cases/verification.ts'

const [merchant] = verificationCases as [(typeof verificationCases)[0]]
const [submit, approve, reject, revoke] = merchant.eventsAt({
  value: '',
  context: {},
  timers: {},
  now: 0,
}) as [{ type: string }, { type: string }, { type: string }, { type: string }]

describe('the verification of a business', () => {
  test('is decided by an operator', () => {
    story(merchant)
      .offers('submit')
      .when(submit)
      .offers('approve', 'reject')
      .when(approve)
      .is('Approved')
      .remembers({ decidedBy: 'operator-1', reason: null })
  })

  test('can be submitted again after a rejection, which says why', () => {
    story(merchant)
      .when(submit)
      .when(reject)
      .is('Rejected')
      .remembers({ reason: 'The register does not know it.' })
      .when(submit)
      .is('Submitted')
      .remembers({ reason: null, decidedBy: null })
  })

  test('can be revoked by an operator', () => {
    story(merchant).when(submit).when(approve).when(revoke).is('Revoked').offers('submit')
  })

  test('cannot be approved before anything was submitted', () => {
    story(merchant).refuses(approve).is('NotSubmitted')
  })
})
