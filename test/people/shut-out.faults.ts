import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a receiver counts whoever asked for it',
    file: 'src/store/merchants/pending-receivers.ts',
    before: 'if (mayAskStill) await',
    after: 'if (mayAskStill || at) await',
    title: 'a receiver whose day is over does not count where those who asked %s by then',
  },
  {
    fault: 'what somebody asked for outlives them',
    file: 'src/store/people/wishes.ts',
    before: '  await callOffReceiversOf(client, dependencies, accountId, by)\n',
    after: '',
    title: 'what somebody asked for and the links they issued end once they are %s',
  },
  {
    fault: 'a link outlives its issuer',
    file: 'src/store/people/wishes.ts',
    before: 'where issued_by_id = $1',
    after: 'where issued_by_id = $1 and false',
    title: 'what somebody asked for and the links they issued end once they are %s',
  },
  {
    fault: 'what was asked for with a password outlives it',
    file: 'src/store/people/accounts.ts',
    before: '    await dropWishes(client, { clock, mails }, id, actor)\n',
    after: '',
    title:
      'what was asked for with an account and the links it issued end once its owners %s themselves',
  },
  {
    fault: 'what is being asked for outlives the session',
    file: 'src/store/merchants/pending-receivers.ts',
    before: '    await requireSessionStill(client, { accountId, sessionId })\n',
    after: '',
    title: 'what is asked for while the password is being changed is refused',
  },
  {
    fault: 'owners let in whom an operator shut out',
    file: 'src/store/people/members.ts',
    before: "if (rows[0]!.byOperator) return 'ByOperator'",
    after: '',
    title: 'whom an operator shut out, an operator alone lets in again',
  },
]
