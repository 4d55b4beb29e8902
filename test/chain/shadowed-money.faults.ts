import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'what one node made up of another token keeps true money out for ever',
    file: 'src/chain/rows/deposit-logs.ts',
    before: "set status = 'Reorged', agreed = false",
    after: "set status = 'Reorged'",
    title:
      'money that a node tells as a sweep of another token, which nodes are not asked about, is found by its balance and counts (P6)',
  },
  {
    fault: 'a log is left out because one of another token is stored in its place',
    file: 'src/reader/logs/stored-logs.ts',
    before: '!stored.has(`${placeOf(log)}/${log.paymentId}/${log.token}`)',
    after: '![...stored].some((place) => place.startsWith(`${placeOf(log)}/${log.paymentId}/`))',
    title:
      'money that a node tells as a transfer of another token counts as soon as another node reads its block (P6)',
  },
  {
    fault: 'credited money is gone because its transaction did something else in another block',
    file: 'src/chain/rows/retractions.ts',
    before: '\n            and anew.token = d.token and anew.event = d.event',
    after: '',
    title:
      'credited money that is mined again, and that a node tells as another token of its transaction, stays credited (P6)',
  },
  {
    fault: 'one node replaces credited money by another token',
    file: 'src/chain/rows/deposit-logs.ts',
    before: 'and p.token = log.token and p.token <> d.token',
    after: 'and log.token <> d.token',
    title:
      'money that nodes agree on is not replaced by what one of them tells of another token in its place (P6)',
  },
  {
    fault: 'money that takes the place of another token counts on one node’s word',
    file: 'src/chain/rows/deposit-logs.ts',
    before: "set status = 'Seen', asked_at = null, reported_by",
    after: "set status = 'Seen', agreed = true, asked_at = null, reported_by",
    title:
      'money that one node makes up in the place of another token is only seen, until the other nodes deny it (P6)',
  },
]
