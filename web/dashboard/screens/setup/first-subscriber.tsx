/** The last step of the setup: a link for somebody who pays, and money to pay with where that is play money. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { useRight } from '../../context.ts'
import { Link } from '../../parts/links.tsx'
import { useRead } from '../../use-read.ts'
import { FillPayersWallet } from '../money/test-money.tsx'

export function FirstSubscriber() {
  const { reading } = useRead<Answers['listPlans']>(
    '/plans?statusIn=Active&limit=1&withTotal=false',
    {
      kinds: ['plan'],
    },
  )
  const maySell = useRight('sell')
  const plan = reading.step === 'read' ? reading.value.plans[0] : undefined
  return (
    <>
      <p>
        Everything is set up. Share a plan, open the link with a wallet of your own, and watch the
        first charge come.
      </p>
      {plan && maySell && (
        <p>
          <Link to={`/plans/${plan.id}#share`} class="strong">
            Share {plan.name}
          </Link>
        </p>
      )}
      <MoneyToPayWith />
    </>
  )
}

function MoneyToPayWith() {
  const mayFill = useRight('integrate')
  const { reading } = useRead<Answers['listGasWallets']>(mayFill ? '/gas-wallets' : null)
  const local =
    reading.step === 'read' && reading.value.gasWallets.find(({ givesTestMoney }) => givesTestMoney)
  return local ? <FillPayersWallet blockchain={local.blockchain} /> : null
}
