/** What the search box found: by kinds, each as its merchant knows it, with the words that were typed in sight. */
import type { SearchResults } from '../../api/dashboard.generated.ts'
import { Fragment } from 'preact'
import { useAddress } from '../context.ts'
import { writeReference } from '../parts/metadata.tsx'
import { Sum } from '../parts/money.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { say } from './find-words.ts'

type Result = SearchResults['results'][number]

/** Something that was found, or the list of its kind. */
export type Choice = Omit<Result, 'matched'>

/** As many of a kind are answered; behind them may be more. */
const foundOfKindMax = 5
const lists = {
  payment: 'allPayments',
  subscription: 'allSubscriptions',
  charge: 'allCharges',
  plan: 'allPlans',
} as const
const isListed = (kind: Result['kind']): kind is keyof typeof lists => kind in lists

/** Adds the way to all of a kind, where there may be more than are shown. */
export const toChoices = ({ results, listWords }: SearchResults): Choice[] =>
  results.flatMap((result, index) => {
    const { kind } = result
    const ofKind = results.filter((one) => one.kind === kind && one.matched === 'words')
    const isLast = results[index + 1]?.kind !== kind
    if (!isLast || listWords === null || !isListed(kind) || ofKind.length < foundOfKindMax)
      return [result]
    const path = `/${kind}s?words=${encodeURIComponent(listWords)}`
    const nothing = { status: null, amount: null, at: null, metadata: null }
    return [
      result,
      { kind, id: path, title: say(lists[kind], { words: listWords }), path, ...nothing },
    ]
  })

type ResultsProps = {
  choices: readonly Choice[]
  text: string
  at: number
  onChosen: () => void
}

export function FindResults({ choices, text, at, onChosen }: ResultsProps) {
  const address = useAddress()
  const kinds = [...new Set(choices.map(({ kind }) => kind))]
  return (
    <div id="find-results" class="find-results" role="listbox" aria-label="Find">
      {kinds.map((kind) => (
        <div key={kind} role="group" aria-labelledby={`find-${kind}`}>
          <p id={`find-${kind}`} class="hint find-kind" role="presentation">
            {say(kind)}
          </p>
          {choices.map(
            (choice, index) =>
              choice.kind === kind && (
                <a
                  key={choice.path}
                  id={`find-result-${index}`}
                  role="option"
                  aria-selected={index === at}
                  href={address(choice.path)}
                  tabIndex={-1}
                  onClick={onChosen}
                  // What the arrows choose is seen, however long the list is.
                  ref={(link) => void (index === at && link?.scrollIntoView({ block: 'nearest' }))}
                >
                  <Shown {...choice} text={text} />
                </a>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

function Shown({ text, ...choice }: Choice & { text: string }) {
  const { id, title, metadata, amount, at: moment, status } = choice
  const reference = writeReference(metadata, wordsOf(text))
  const isNameless = title === id && reference !== null
  return (
    <>
      <span class="find-title">
        <Marked text={isNameless ? reference : title} words={text} />
      </span>
      <span class="find-fact">{amount !== null && <Sum>{amount}</Sum>}</span>
      <span class="hint find-more">
        {reference !== null && !isNameless && (
          <span translate={false}>
            <Marked text={shortened(reference)} words={text} />
            {' · '}
          </span>
        )}
        {moment !== null && <When at={moment} />}
      </span>
      <span class="find-fact">{status && <Status name={status} />}</span>
    </>
  )
}

/** What matched stands at its beginning. */
const referenceLengthMax = 120
const shortened = (reference: string): string =>
  reference.length > referenceLengthMax ? `${reference.slice(0, referenceLengthMax)}…` : reference

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Marks what begins with one of the words that were typed. */
function Marked({ text, words }: { text: string; words: string }) {
  const wanted = wordsOf(words)
  if (wanted.length === 0) return <>{text}</>
  const longestFirst = wanted.toSorted((one, other) => other.length - one.length).join('|')
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst})`, 'giu'))
  return (
    <>
      {parts.map((part, index) => (
        // A split by a group returns what matched as every second part.
        <Fragment key={index}>{index % 2 === 1 ? <mark>{part}</mark> : part}</Fragment>
      ))}
    </>
  )
}
