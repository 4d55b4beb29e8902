import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'money of blocks that are read again stays credited whatever comes of them',
    file: 'src/reader/rewind.ts',
    before: '      await retractDepositsAbove(client, chain.name, to.number)\n',
    after: '      await retractDepositsAbove(client, chain.name, cursor.blockNumber)\n',
    title: 'money that a reorganisation removes before its block is read again is taken back (P6)',
  },
  {
    fault: 'charges of blocks that are read again stay made whatever comes of them',
    file: 'src/reader/rewind.ts',
    before: 'const contracts = await forgetAbove(client, chain.name, to.number)',
    after: 'const contracts: string[] = []',
    title:
      'a charge that a reorganisation removes before its block is read again is taken back (P6)',
  },
  {
    fault: 'what a node keeps back of a transaction that was mined again is not read by another',
    file: 'src/reader/agreement/retractions.ts',
    before: '  await readKeptBack(dependencies, common, held, open)\n',
    after: '',
    title:
      'money that came again in another block, of which a node kept it back, is read again by the other, and counts (P6)',
  },
  {
    fault: 'a node is blamed for a coin that no log of its blocks would show',
    file: 'src/reader/agreement/retractions.ts',
    before: 'stillHeld.find(({ log }) => !log.isOnlyShown)',
    after: 'stillHeld[0]',
    title: 'a native coin in blocks that are read again stays shown, and no node is blamed for it',
  },
  {
    fault: 'nodes are asked for ever about a block that none of them has',
    file: 'src/reader/agreement/evidence.ts',
    before: "  if (header.hash !== log.blockHash) return 'lacks'\n",
    after: '',
    title:
      'a log of a branch that was given up, found while a node was on it, is taken out and holds nothing up',
  },
  {
    fault: 'blocks are read again for ever for what no node gives',
    file: 'src/reader/agreement/retractions.ts',
    before: 'if (before >= chain.nodes.length) return false',
    after: 'if (before >= Infinity) return false',
    title:
      'money that no node gives again, though receipts tell of it, waits and is shown, and holds up no other money',
  },
  {
    fault: 'money that a reorganisation took from an old address is not read where it comes again',
    file: 'src/chain/rows/watched-subscriptions.ts',
    before: "d.status = 'Retracting' limit $2",
    after: "d.status = 'None' limit $2",
    title:
      'money at an address that is not read any more, whose block is mined again while its token is busy, counts in its new block (P6)',
  },
]
