/** Shows what pays the network's fees, and for how long it lasts. */
import type { Answers, GasWallet as GasWalletSeen } from '../../../api/dashboard.generated.ts'
import { say } from './settings-words.ts'
import { useDashboard, useRight } from '../../context.ts'
import { Goal } from '../../goal.tsx'
import { FillGasWallet } from './test-money.tsx'
import { AddressText } from '../../../parts/address-text.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { useRead } from '../../use-read.ts'
import { counted } from '../../phrase.ts'

/** The API counts no further. */
const daysCountedMax = 30

export function GasWallets() {
  const { reading, readAgain } = useRead<Answers['listGasWallets']>('/gas-wallets')
  return (
    <Section
      title="Gas wallets"
      hint="They pay the network fee of every charge and transfer. Send the chain’s own coin to their address. Nothing else leaves them."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ gasWallets }) => (
          <Goal name="gas">
            <div class="cards">
              {gasWallets.map((wallet) => (
                <GasWallet key={wallet.blockchain} wallet={wallet} />
              ))}
            </div>
          </Goal>
        )}
      </ReadGate>
    </Section>
  )
}

/** Where the money of a chain is worth nothing, and where its coins come from. */
function Filling({ wallet }: { wallet: GasWalletSeen }) {
  const { blockchain, givesTestMoney, status, balance } = wallet
  const { network } = useDashboard()
  const mayFill = useRight('integrate')
  const isNeeded =
    status === null ? balance === null || balance.startsWith('0 ') : status !== 'Ready'
  if (givesTestMoney)
    return mayFill && <FillGasWallet blockchain={blockchain} isNeeded={isNeeded} />
  if (network === 'main') return null
  return (
    <p class="hint">
      This service has no coins of {blockchain} to give: a faucet of that network gives them for
      nothing.
    </p>
  )
}

function GasWallet({ wallet }: { wallet: GasWalletSeen }) {
  const { blockchain, address, status, balance, chargesLeft, daysLeft } = wallet
  return (
    <div class="card">
      <h3>{blockchain}</h3>
      <Facts
        facts={[
          status !== null && ['Status', <Status key="status" name={status} />],
          balance !== null && ['Balance', balance],
          chargesLeft !== null && [
            'Lasts for',
            counted(chargesLeft, '{count} charge', '{count} charges'),
          ],
          daysLeft !== null && [
            'By the schedule',
            say(daysLeft >= daysCountedMax ? 'daysOrMore' : 'daysLeft', { count: daysLeft }),
          ],
        ]}
      />
      <AddressText address={address} />
      <Filling wallet={wallet} />
      {status !== null && (
        <p>
          <Link to={`/gasWallets/${address}`}>Why, and what happened</Link>
        </p>
      )}
      <CopyButton text={address} label="Copy the address" copied="Address copied" />
    </div>
  )
}
