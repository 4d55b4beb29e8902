import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the right to withdraw begins anew with each subscription of an address',
    file: 'src/store/views/payers/withdrawals.ts',
    before: '(customer_id = $4 or payer = $5)',
    after: '(customer_id = $4 and payer = $5)',
    title:
      'whoever has withdrawn from a plan has no right to it in another subscription, by customer or by address',
  },
  {
    fault: 'a right that another subscription has used up is listed still',
    file: 'src/store/views/payers/withdrawals.ts',
    before: 'hasRight(one) && isUsed(one) ? withoutRight(one) : one',
    after: 'hasRight(one) && isUsed(one) ? one : one',
    title: 'one whose right another has used up lists it no more, to nobody, and says what is left',
  },
  {
    fault: 'another merchant’s customer has used the right',
    file: 'src/store/views/payers/withdrawals.ts',
    before: 'merchant_id = $1 and network = $2 and plan_id = $3 and',
    after: '$1::text is not null and network = $2 and $3::text is not null and',
    title: 'others, other plans and other merchants keep their right',
  },
]
