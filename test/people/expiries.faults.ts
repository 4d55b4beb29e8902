import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the challenge of a passkey never ends',
    file: 'src/store/people/passkey-challenges.ts',
    before: 'const expiresAt = { $gt: clock.realNow() }',
    after: 'const expiresAt = { $gt: new Date(0) }',
    title: 'is over a second after its end',
  },
  {
    fault: 'the token of a customer never ends',
    file: 'src/store/merchants/customer-tokens.ts',
    before: 'isExpired = expiresAt <= clock.realNow()',
    after: 'isExpired = expiresAt <= new Date(0)',
    title: 'is over a second after its end',
  },
  {
    fault: 'a proof of who holds a session counts a minute longer',
    file: 'src/http/authentication/proof.ts',
    before: 'if (ageMs < proofCountsMinutes * 60_000) return',
    after: 'if (ageMs < (proofCountsMinutes + 1) * 60_000) return',
    title: 'is over a second after its end',
  },
  {
    fault: 'codes of an authenticator count for minutes',
    file: 'src/http/authentication/totp.ts',
    before: 'const window = 1\n',
    after: 'const window = 5\n',
    title: 'is over a second after its end',
  },
]
