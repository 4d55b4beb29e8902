/** The search box: `/` and Ctrl-K open it wherever one is; what is found is a list of links. */
import type { SearchResults } from '../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { say } from './find-words.ts'
import { useAddress, useDashboard } from '../context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { counted, phrase } from '../phrase.ts'
import { FindResults, toChoices } from './find-results.tsx'

/** Long enough that one word is asked for once. */
const typingPauseMs = 150

/** Whether the box is open: by its button, or by a key wherever one is. */
export function useFinding(): { isFinding: boolean; setFinding: (is: boolean) => void } {
  const [isFinding, setFinding] = useState(false)
  const { path } = useLocation()
  useShortcuts(() => setFinding(true))
  useEffect(() => setFinding(false), [path])
  return { isFinding, setFinding }
}

export const FindButton = ({ onFind }: { onFind: () => void }) => (
  <button type="button" class="quiet find" onClick={onFind}>
    Find… <kbd aria-hidden="true">/</kbd>
  </button>
)

export const FindDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Find" onClose={onClose}>
    <Box onChosen={onClose} />
  </Dialog>
)

function useShortcuts(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommandK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isCommandK && !(isSlash && !isTyping(event.target))) return
      // A dialog that asks something comes first.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

function Box({ onChosen }: { onChosen: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { answer, searchAgain } = useAnswer(text.trim())
  const choices = answer === null || answer === failed ? null : toChoices(answer)
  const { route } = useLocation()
  const address = useAddress()
  const chosen = choices?.[at]
  useEffect(() => setAt(0), [answer])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && choices?.length) {
      event.preventDefault()
      setAt((at + step + choices.length) % choices.length)
    }
    if (event.key === 'Enter' && answer === failed) searchAgain()
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      route(address(chosen.path))
      onChosen()
    }
  }
  return (
    <div class="dialog-body">
      <div class="form-field">
        <label for="find-text">What are you looking for?</label>
        <input
          id="find-text"
          // Not of the type `search`: there, Escape empties the field and closes nothing.
          inputMode="search"
          value={text}
          maxLength={500}
          autocomplete="off"
          spellcheck={false}
          role="combobox"
          aria-expanded={Boolean(choices?.length)}
          aria-controls="find-results"
          aria-activedescendant={chosen ? `find-result-${at}` : undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p class="hint" role="status">
        {sayFound(text.trim(), answer)}
      </p>
      <FindResults choices={choices ?? []} text={text} at={at} onChosen={onChosen} />
      <p class="hint">/ or Ctrl K opens this, arrows choose, Enter goes there.</p>
    </div>
  )
}

const searched =
  'your reference (any value in metadata), a description, part of a customer’s or plan’s name, an amount, an id, ' +
  'an address or a transaction (six digits of its beginning do), or a pasted link'

/** Nothing is known of what there is: the service did not answer, or was asked too often. */
const failed = 'failed'
type Searched = SearchResults | typeof failed | null

function sayFound(text: string, answer: Searched): string {
  if (text === '') return `Type ${searched}.`
  if (answer === null) return ' '
  if (answer === failed)
    return 'The search did not work: the service does not answer, or is asked too often. Press Enter to search again.'
  const { results, isComplete } = answer
  const isCut = isComplete ? '' : say('isCut')
  return results.length > 0
    ? `${counted(results.length, '{count} result', '{count} results')}. ${isCut}`
    : phrase`Nothing of yours on this network matches “${text}”. ${isCut} Try ${searched}.`
}

/** What is found for the text; null until it is known. */
function useAnswer(text: string): { answer: Searched; searchAgain: () => void } {
  const { client, network } = useDashboard()
  const [answer, setAnswer] = useState<Searched>(null)
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    let isOutdated = false
    setAnswer(null)
    if (text === '') return
    const timer = setTimeout(() => {
      const path = `/${network}/search?q=${encodeURIComponent(text)}`
      client.read<SearchResults>(path).then(
        (found) => !isOutdated && setAnswer(found),
        () => !isOutdated && setAnswer(failed),
      )
    }, typingPauseMs)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text, client, network, attempt])
  return { answer, searchAgain: () => setAttempt(attempt + 1) }
}
