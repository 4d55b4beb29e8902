/** The limit in charges: what it covers now, and setting another one in the payer's wallet. */
import { useState } from 'preact/hooks'
import { Sentence } from '../../parts/sentence.tsx'
import {
  type AllowanceOption,
  allOf,
  allowanceOptions,
  ownOption,
} from '../../subscription/allowance-choice.ts'
import type { ContractReading } from '../../subscription/contract-reading.ts'
import { coverageOf } from '../../subscription/coverage.ts'
import type { Managed } from '../context.ts'
import { AllowLimit } from '../signing/allow-limit.tsx'
import { useSpeech } from '../speech.ts'
import { isShortOfLimit, outlookOf } from '../standing.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { writeDayOf } from '../words.ts'
import { Panel } from './panel.tsx'

type Props = { managed: Managed; isOpen?: boolean }

export function LimitPanel({ managed, isOpen = false }: Props) {
  const { say, locale } = useSpeech()
  const [isChanging, change] = useState(isOpen)
  const { subscription, contract, session } = managed
  const { reading } = contract
  if (!reading) return null
  const { charges, sum, lastsUntil } = coverageOf(subscription.terms, reading)
  const isShort = isShortOfLimit(outlookOf(managed.standing, managed.exposure))
  // It stays open once the limit is raised, to say so.
  if (isShort && !isChanging) change(true)
  return (
    <Panel id="limit" title={say('limit')}>
      {(lastsUntil !== null || managed.standing !== 'draft') && (
        <p>
          {lastsUntil === null ? (
            say('limitNone')
          ) : (
            <Sentence
              text={say('limitNow', {
                count: charges,
                sum: writeUnits(sum, subscription),
                date: writeDayOf(lastsUntil, locale),
              })}
            />
          )}
        </p>
      )}
      {session.may === 'leave' ? (
        !isShort && <p class="hint">{say('leaveOnly')}</p>
      ) : isChanging ? (
        <Choice managed={managed} reading={reading} />
      ) : (
        <button type="button" class="quiet" onClick={() => change(true)}>
          {say('limitChange')}
        </button>
      )}
    </Panel>
  )
}

function Choice({ managed, reading }: { managed: Managed; reading: ContractReading }) {
  const { say } = useSpeech()
  const { terms, chain } = managed.subscription
  const options = allowanceOptions(terms, reading)
  const [chosen, choose] = useState<number | 'own'>(allOf(options)?.charges ?? 0)
  const [typed, setTyped] = useState('')
  const most = allOf(options)?.charges
  if (!most || !chain) return null
  const option =
    chosen === 'own'
      ? ownOption(terms, reading, typed)
      : options.find(({ charges }) => charges === chosen)
  return (
    <>
      <fieldset class="choices">
        <legend>{say('limitChoose')}</legend>
        {options.map(({ charges, isAll }) => (
          <label key={charges}>
            <input
              type="radio"
              name="limit"
              checked={chosen === charges}
              onChange={() => choose(charges)}
            />
            {isAll ? say('limitAll', { count: charges }) : charges}
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="limit"
            checked={chosen === 'own'}
            onChange={() => choose('own')}
          />
          {say('limitOwn')}
        </label>
      </fieldset>
      {chosen === 'own' && (
        <OwnNumber most={most} typed={typed} isWrong={typed !== '' && !option} onType={setTyped} />
      )}
      {option && <Covered managed={managed} option={option} reading={reading} />}
      {option && <AllowLimit managed={managed} option={option} blockchain={chain} />}
    </>
  )
}

type CoveredProps = { managed: Managed; option: AllowanceOption; reading: ContractReading }

/** Shows what exactly would be allowed, before any wallet is asked. */
function Covered({ managed, option, reading }: CoveredProps) {
  const { say, locale } = useSpeech()
  const { subscription } = managed
  return (
    <>
      <p>
        <Sentence
          text={say('limitPromise', {
            count: option.charges,
            sum: writeUnits(option.sum, subscription),
            amount: writeUnits(subscription.terms.amount, subscription),
            days: subscription.terms.periodDays,
            date: writeDayOf(option.lastsUntil ?? reading.blockTime, locale),
          })}
        />
      </p>
      {option.allowance < reading.allowance && <p class="note">{say('limitLower')}</p>}
    </>
  )
}

type OwnProps = { most: number; typed: string; isWrong: boolean; onType: (typed: string) => void }

function OwnNumber({ most, typed, isWrong, onType }: OwnProps) {
  const { say } = useSpeech()
  return (
    <label class="own">
      {say('limitOwnLabel', { count: most })}
      <input
        inputMode="numeric"
        value={typed}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
      {isWrong && <span role="alert">{say('limitOwnWrong', { count: most })}</span>}
    </label>
  )
}
