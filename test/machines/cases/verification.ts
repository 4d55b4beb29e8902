import { VerificationInput } from '../../../machines/verification/verification.events.ts'
import type { Case } from '../../support/explore.ts'
import { beganAt, owner } from './owner.ts'

const details = {
  legalName: 'Example Ltd',
  registrationNumber: '12345',
  country: 'EE',
  website: 'https://example.com',
  contactEmail: 'office@example.com',
}

export const verificationCases: Case[] = [
  {
    kind: 'verification',
    title: 'a merchant',
    input: VerificationInput.parse({ id: owner.merchantId, ...owner }),
    beganAt,
    eventsAt: () => [
      { type: 'verification.submit', details },
      { type: 'verification.approve', by: 'operator-1' },
      { type: 'verification.reject', by: 'operator-1', reason: 'The register does not know it.' },
      { type: 'verification.revoke', by: 'operator-1', reason: 'The business was dissolved.' },
    ],
    differencesOf: () => null,
  },
]
