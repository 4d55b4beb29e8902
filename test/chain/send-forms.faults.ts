import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a refusal of bytes that is no object with a code counts as silence',
    file: 'src/chain/rpc/post.ts',
    before: "const refused = method === sendMethod ? refusalIn(status, text ?? '', answer) : null",
    after: 'const refused = null',
    title: '%s is a refusal in the words of the node',
  },
  {
    fault: 'words about a rate in a refusal of bytes count as a limit of requests',
    file: 'src/chain/rpc/complaints.ts',
    before: 'if (method === sendMethod) return isSentTooOften(cause)',
    after: '',
    title: '%s is a refusal that is not clear',
  },
  {
    fault: 'a node that answers bytes with a limit of requests is believed for ever',
    file: 'src/sending/raise-refused.ts',
    before: "timesSeen(row, 'AskedTooOften') > limitedTimesMax",
    after: 'false',
    title: 'a limit of requests is believed twice, and words that nobody knows once',
  },
]
