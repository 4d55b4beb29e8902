/** The card of a payer or a customer: wallets against what they pay for, and the charges to come. */
import type { PayerCard, PayerWallet } from '../../../api/dashboard.generated.ts'
import { Facts } from '../../parts/facts.tsx'
import { HashLink } from '../../parts/links.tsx'
import { Sum } from '../../parts/money.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { Section } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { Ago, When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { chargeColumns, keyOfCharge } from '../forecast/charges-to-come.tsx'
import { counted, phrase } from '../../phrase.ts'

export function PayerCard({ path }: { path: string }) {
  const { reading, readAgain } = useRead<PayerCard>(path, { kinds: ['subscription', 'charge'] })
  return (
    <ReadGate reading={reading} readAgain={readAgain}>
      {({ wallets, nextCharges, charges, payments }) => (
        <>
          {payments !== null && (
            <p>
              <Rows rows={payments}>Payments with this wallet</Rows>
            </p>
          )}
          {wallets.map((wallet) => (
            <WalletFacts key={`${wallet.payer} ${wallet.asset}`} wallet={wallet} />
          ))}
          <Section
            title="Charges to come, in order"
            actions={
              charges.rows !== null &&
              charges.count > nextCharges.length && (
                <Rows rows={charges.rows}>{phrase`All ${charges.count}`}</Rows>
              )
            }
          >
            {nextCharges.length === 0 ? (
              <p class="hint">Nothing falls due in the next 90 days.</p>
            ) : (
              <Table
                caption="Charges to come, in order"
                columns={chargeColumns.filter(
                  ({ title }) => title !== 'Payer' || wallets.length > 1,
                )}
                rows={nextCharges}
                keyOf={keyOfCharge}
              />
            )}
          </Section>
        </>
      )}
    </ReadGate>
  )
}

function WalletFacts({ wallet }: { wallet: PayerWallet }) {
  const { payer, asset, blockchain, balance, balanceSeenAt, firstAtRisk, subscriptions } = wallet
  return (
    <div class="card">
      <h2>
        {asset} <span class="hint">{blockchain}</span>
      </h2>
      <Facts
        facts={[
          ['Wallet', <HashLink key="payer" to={`/payers/${payer}`} text={payer} />],
          [
            'In the wallet',
            balance === null ? 'nobody has looked yet' : <Sum key="balance">{balance}</Sum>,
          ],
          balanceSeenAt !== null && ['Seen', <Ago key="seen" at={balanceSeenAt} />],
          [
            'First charge at risk',
            firstAtRisk === null ? (
              balance === null ? (
                'Not known'
              ) : (
                'None in 90 days'
              )
            ) : (
              <>
                <span class="status" data-mood="bad">
                  <When at={firstAtRisk.dueAt} />
                </span>
                {firstAtRisk.reason && <p class="hint">{spaced(firstAtRisk.reason)}</p>}
              </>
            ),
          ],
          [
            'Most that can leave',
            <span key="leave" title="What it allows, and is still to be charged.">
              {wallet.canLeave}
            </span>,
          ],
          [
            'Subscription',
            <Rows key="rows" rows={subscriptions.rows}>
              {counted(subscriptions.count, '{count} subscription', '{count} subscriptions')}
            </Rows>,
          ],
        ]}
      />
    </div>
  )
}
