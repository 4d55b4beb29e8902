/** Limits how much may be taken in all: always a whole number of charges, all by default. */
import { useState } from 'preact/hooks'
import { Digits } from '../../parts/digits.tsx'
import { Sentence } from '../../parts/sentence.tsx'
import {
  type AllowanceOption,
  allowanceOptions,
  ownOption,
} from '../../subscription/allowance-choice.ts'
import type { FoundPurpose } from '../purpose.ts'
import { type Offer, periodDaysOf } from '../offer.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { useSpeech } from '../speech.ts'

type Props = {
  offer: Offer
  found: FoundPurpose
  /** Null while what was typed cannot be allowed. */
  chosen: AllowanceOption | null
  isDisabled: boolean
  onChoose: (charges: number | 'none') => void
}

export function LimitChoice({ offer, found, chosen, isDisabled, onChoose }: Props) {
  const { say } = useSpeech()
  const options = allowanceOptions(found.onChain.terms, found.reading)
  const isUsual = options.some(({ charges }) => charges === chosen?.charges)
  const [isOwn, setOwn] = useState(!isUsual)
  const choose = ({ charges }: AllowanceOption) => {
    setOwn(false)
    onChoose(charges)
  }
  return (
    <fieldset class="limit" disabled={isDisabled}>
      <legend>{say('howMuch')}</legend>
      {options.map((option) => (
        <label key={option.charges}>
          <input
            type="radio"
            name="limit"
            checked={!isOwn && option.charges === chosen?.charges}
            onChange={() => choose(option)}
          />
          <span>{say(option.isAll ? 'allCharges' : 'someCharges', { count: option.charges })}</span>
          <span class="sum">
            <Digits>{writeUnits(option.sum, offer)}</Digits>
          </span>
        </label>
      ))}
      <label>
        <input type="radio" name="limit" checked={isOwn} onChange={() => setOwn(true)} />
        <span>{say('ownNumber')}</span>
      </label>
      {isOwn && <OwnNumber found={found} chosen={chosen} onChoose={onChoose} />}
      {chosen && <Covers offer={offer} found={found} chosen={chosen} />}
    </fieldset>
  )
}

type CoversProps = Pick<Props, 'offer' | 'found'> & { chosen: AllowanceOption }

function Covers({ offer, found, chosen }: CoversProps) {
  const { say } = useSpeech()
  return (
    <p class="hint" role="status">
      <Sentence
        text={say('covers', {
          count: chosen.charges,
          sum: writeUnits(chosen.sum, offer),
          amount: writeUnits(BigInt(found.onChain.terms.amount), offer),
          days: periodDaysOf(offer),
        })}
      />{' '}
      {!chosen.isAll && say('askedAgain')}
    </p>
  )
}

function OwnNumber({ found, chosen, onChoose }: Pick<Props, 'found' | 'chosen' | 'onChoose'>) {
  const { say } = useSpeech()
  const [typed, setTyped] = useState(String(chosen?.charges ?? ''))
  const { terms } = found.onChain
  const most = terms.maxPeriods - found.reading.charged
  const isWrong = ownOption(terms, found.reading, typed) === null
  const take = (text: string) => {
    setTyped(text)
    onChoose(ownOption(terms, found.reading, text)?.charges ?? 'none')
  }
  return (
    <div class="own">
      <input
        type="text"
        inputMode="numeric"
        aria-label={say('ownNumberLabel', { most })}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? 'own-wrong' : undefined}
        value={typed}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      {isWrong && <p id="own-wrong">{say('ownNumberWrong', { most })}</p>}
    </div>
  )
}
