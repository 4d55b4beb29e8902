/** The card of a payer or a customer: wallets against what they pay for, and the charges to come. */
import { say } from '../../../messages/dashboard/number-words.ts'
import { Facts } from '../../parts/facts.tsx'
import { HashLink } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { Section } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { Ago, When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { chargeColumns, keyOfCharge } from '../forecast/charges-to-come.tsx'
import type { ChargeToCome } from '../forecast/forecast-view.ts'

type Wallet = {
  payer: string
  blockchain: string
  asset: string
  balance: string | null
  balanceSeenAt: string | null
  canLeave: string
  firstAtRisk: { dueAt: string; reason: string | null } | null
  subscriptions: { count: number; rows: string }
}
type Card = {
  wallets: Wallet[]
  nextCharges: ChargeToCome[]
  charges: { count: number; rows: string | null }
}

export function PayerCard({ path }: { path: string }) {
  const { reading, readAgain } = useRead<Card>(path, { kinds: ['subscription', 'charge'] })
  return (
    <ReadGate reading={reading} readAgain={readAgain}>
      {({ wallets, nextCharges, charges }) => (
        <>
          {wallets.map((wallet) => (
            <WalletFacts key={`${wallet.payer} ${wallet.asset}`} wallet={wallet} />
          ))}
          <Section
            title={say('nextCharges')}
            actions={
              charges.rows !== null &&
              charges.count > nextCharges.length && (
                <Rows rows={charges.rows}>{say('allOfThem', { count: charges.count })}</Rows>
              )
            }
          >
            {nextCharges.length === 0 ? (
              <p class="hint">{say('noNextCharges')}</p>
            ) : (
              <Table
                caption={say('nextCharges')}
                columns={chargeColumns.filter(
                  ({ title }) => title !== say('payer') || wallets.length > 1,
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

function WalletFacts({ wallet }: { wallet: Wallet }) {
  const { payer, asset, blockchain, balance, balanceSeenAt, firstAtRisk, subscriptions } = wallet
  return (
    <div class="card">
      <h2>
        {asset} <span class="hint">{blockchain}</span>
      </h2>
      <Facts
        facts={[
          [say('wallet'), <HashLink key="payer" to={`/payers/${payer}`} text={payer} />],
          [say('balance'), balance ?? say('neverSeen')],
          balanceSeenAt !== null && [say('seen'), <Ago key="seen" at={balanceSeenAt} />],
          [
            say('firstAtRisk'),
            firstAtRisk === null ? (
              say(balance === null ? 'notKnown' : 'noneAtRisk')
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
            say('canLeave'),
            <span key="leave" title={say('canLeaveHint')}>
              {wallet.canLeave}
            </span>,
          ],
          [
            say('subscription'),
            <Rows key="rows" rows={subscriptions.rows}>
              {say('subscriptions', { count: subscriptions.count })}
            </Rows>,
          ],
        ]}
      />
    </div>
  )
}
