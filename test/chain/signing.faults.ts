import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'two transactions of a wallet have one nonce',
    file: 'src/chain/lanes/nonce-lanes.ts',
    before: 'await setNextNonce(client, lane, nonce + 1)',
    after: 'await setNextNonce(client, lane, nonce)',
    title: 'many signers at once leave no nonce out and give none twice',
  },
  {
    fault: 'a transaction that was signed once is signed again with another nonce',
    file: 'src/sending/signer.ts',
    before: 'const signed = stored ?? (await',
    after: 'const signed = (stored && null) ?? (await',
    title:
      'a signer that died before it could send finds its bytes and reports the same again (P3)',
  },
]
