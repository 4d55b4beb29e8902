/** The most that can ever leave the wallet, read from the chain, and a test of the next charge. */
import { writeDay } from '../../messages/moments.ts'
import { useState } from 'preact/hooks'
import type { ManageTexts } from '../../messages/manage/manage-texts.ts'
import { Digits } from '../../parts/digits.tsx'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { CheckIcon, Spinner } from '../../parts/icons.tsx'
import { Sentence } from '../../parts/sentence.tsx'
import { type ChargeTest, testNextCharge } from '../../subscription/chain/test-charge.ts'
import type { Exposure } from '../../subscription/exposure.ts'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { onChain } from '../on-chain.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { writeDayOf } from '../words.ts'
import { AskThroughWallet } from './ask-through-wallet.tsx'
import { Coming, Panel } from './panel.tsx'

export function ExposurePanel({ managed }: { managed: Managed }) {
  const { say, locale } = useSpeech()
  const { exposure, standing, subscription, contract } = managed
  const isUnread = !exposure && contract.isUnread
  const { endsAt } = subscription
  if (!exposure && !isUnread) return <Coming />
  return (
    <Panel id="exposure" title={say('exposure')}>
      {isUnread && (
        <p class="note">{say(contract.provider ? 'exposureUnread' : 'askByWalletHint')}</p>
      )}
      {isUnread && <AskThroughWallet managed={managed} />}
      {exposure && <Facts managed={managed} exposure={exposure} />}
      {exposure && exposure.most > 0n && standing === 'ending' && endsAt && (
        <p class="hint">{say('exposureEnding', { date: writeDay(endsAt, locale) })}</p>
      )}
      {exposure?.until && <p class="hint">{say('mostMoves')}</p>}
      {exposure && <p class="hint">{say('exposureHint')}</p>}
      {exposure?.next && standing !== 'ending' && <WalletTest managed={managed} />}
    </Panel>
  )
}

function Facts({ managed, exposure }: { managed: Managed; exposure: Exposure }) {
  const { say, locale } = useSpeech()
  const { subscription } = managed
  const { terms, chain } = subscription
  return (
    <dl class="facts">
      <dt>{say('mostEver')}</dt>
      <dd>
        <strong>
          {exposure.until === null ? (
            say('nothingEver')
          ) : (
            <Sentence
              text={say('mostUntil', {
                amount: writeUnits(exposure.most, subscription),
                date: writeDayOf(exposure.until, locale),
              })}
            />
          )}
        </strong>
      </dd>
      <dt>{say('atThisMoment')}</dt>
      <dd>
        {exposure.now > 0n ? (
          <Digits>{writeUnits(exposure.now, subscription)}</Digits>
        ) : (
          say('nothingEver')
        )}
      </dd>
      {exposure.deadBecause === null && (
        <>
          <dt>{say('afterCancel')}</dt>
          <dd>{say('nothingEver')}</dd>
        </>
      )}
      <dt>{say('toWhom', { merchant: managed.session.merchantName })}</dt>
      <dd>
        <ExplorerLink
          explorerUrl={chain?.explorerUrl ?? null}
          kind="address"
          text={terms.merchant}
        />
      </dd>
    </dl>
  )
}

const obstacleTexts = {
  allowanceTooSmall: 'allowanceTooSmall',
  balanceTooSmall: 'balanceObstacle',
  tokenRefuses: 'tokenRefuses',
  paused: 'pausedObstacle',
  cancelled: 'cancelledObstacle',
  finished: 'finishedObstacle',
  lapsed: 'lapsedObstacle',
  draftExpired: 'draftExpiredObstacle',
  contractRefuses: 'contractRefuses',
} as const satisfies Record<NonNullable<ChargeTest['obstacle']>, keyof ManageTexts>

function WalletTest({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { subscription, contract } = managed
  const [result, setResult] = useState<ChargeTest | 'asking' | 'failed' | null>(null)
  const test = async () => {
    const { provider } = contract
    const onchain = onChain(subscription)
    if (!provider || !onchain || !contract.reading) return setResult('failed')
    setResult('asking')
    setResult(
      await testNextCharge(provider, onchain, contract.reading).catch(() => 'failed' as const),
    )
  }
  return (
    <div class="task">
      <p class="hint">{say('testHint')}</p>
      <button type="button" class="quiet" onClick={() => void test()}>
        {say('testWallet')}
      </button>
      <div role="status">
        {result === 'asking' && (
          <p class="progress">
            <Spinner />
            {say('testing')}
          </p>
        )}
        {result === 'failed' && <p class="note">{say('testFailed')}</p>}
        {result !== null && typeof result === 'object' && (
          <TestAnswer managed={managed} test={result} />
        )}
      </div>
    </div>
  )
}

function TestAnswer({ managed, test }: { managed: Managed; test: ChargeTest }) {
  const { say, locale } = useSpeech()
  const { subscription } = managed
  const { obstacle, tested, testedAt } = test
  if (obstacle !== null) {
    const { symbol } = subscription.token
    const text =
      obstacle === 'balanceTooSmall'
        ? say('balanceObstacle', { symbol })
        : say(obstacleTexts[obstacle])
    return <p class="note warning">{text}</p>
  }
  const amount = writeUnits(subscription.terms.amount, subscription)
  return (
    <p class="checked">
      <CheckIcon />
      <span>
        {tested === 'asOfDue' ? (
          <Sentence text={say('testFine', { amount, date: writeDayOf(testedAt, locale) })} />
        ) : (
          say('testFineToday')
        )}
      </span>
    </p>
  )
}
