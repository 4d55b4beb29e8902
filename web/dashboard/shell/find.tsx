/** The search box: `/` and Ctrl-K open it wherever one is; what is found is a list of links. */
import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { say } from './find-words.ts'
import { useAddress, useDashboard } from '../context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Status } from '../parts/status.tsx'
import { counted, phrase } from '../phrase.ts'

type Result = {
  kind:
    | 'subscription'
    | 'charge'
    | 'payment'
    | 'plan'
    | 'customer'
    | 'payer'
    | 'delivery'
    | 'event'
    | 'request'
  id: string
  title: string
  status: string | null
  path: string
}

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
  const results = useResults(text.trim())
  const { route } = useLocation()
  const address = useAddress()
  const chosen = results?.[at]
  useEffect(() => setAt(0), [results])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && results?.length) {
      event.preventDefault()
      setAt((at + step + results.length) % results.length)
    }
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
          aria-expanded={Boolean(results?.length)}
          aria-controls="find-results"
          aria-activedescendant={chosen ? `find-result-${at}` : undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p class="hint" role="status">
        {sayFound(text.trim(), results)}
      </p>
      <Results results={results ?? []} at={at} onChosen={onChosen} />
      <p class="hint">/ or Ctrl K opens this, arrows choose, Enter goes there.</p>
    </div>
  )
}

type ResultsProps = { results: readonly Result[]; at: number; onChosen: () => void }

function Results({ results, at, onChosen }: ResultsProps) {
  const address = useAddress()
  return (
    <ul id="find-results" class="find-results" role="listbox" aria-label="Find">
      {results.map((result, index) => (
        <li key={`${result.kind} ${result.id}`} role="none">
          <a
            id={`find-result-${index}`}
            role="option"
            aria-selected={index === at}
            href={address(result.path)}
            tabIndex={-1}
            onClick={onChosen}
          >
            <span class="hint">{say(result.kind)}</span>
            <span class="find-title">{result.title}</span>
            {result.status && <Status name={result.status} />}
          </a>
        </li>
      ))}
    </ul>
  )
}

function sayFound(text: string, results: readonly Result[] | null): string {
  if (text === '')
    return 'An address, a transaction, an id, a customer, a plan, an amount, or a pasted link.'
  if (results === null) return ' '
  return results.length > 0
    ? counted(results.length, '{count} result', '{count} results')
    : phrase`Nothing of yours on this network matches “${text}”.`
}

/** Finds results for the text; null until they are known. */
function useResults(text: string): readonly Result[] | null {
  const { client, network } = useDashboard()
  const [results, setResults] = useState<readonly Result[] | null>(null)
  useEffect(() => {
    let isOutdated = false
    setResults(null)
    if (text === '') return
    const timer = setTimeout(() => {
      const path = `/${network}/search?q=${encodeURIComponent(text)}`
      client.read<{ results: Result[] }>(path).then(
        (found) => !isOutdated && setResults(found.results),
        () => !isOutdated && setResults([]),
      )
    }, typingPauseMs)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text, client, network])
  return results
}
