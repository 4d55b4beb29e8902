import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../messages/dashboard/developer-words.ts'
import { AlertIcon, Spinner } from '../../../parts/icons.tsx'
import { useSpeech } from '../../../parts/speech.ts'
import { writeMoment } from '../../../messages/moments.ts'
import { Facts } from '../../parts/facts.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import type { ScreenProps } from '../../screens.ts'
import { useRead } from '../../use-read.ts'
import { Summary } from './summary.tsx'
import type { TortureCallView, TortureResultView, TortureRunView } from './torture-view.ts'

const runningEveryMs = 1_000

export default function TortureRun({ params: { id = '' } }: ScreenProps) {
  const { locale } = useSpeech()
  const path = `/torture-runs/${encodeURIComponent(id)}`
  const { reading, readAgain } = useRead<TortureRunView>(path)
  useFollow(reading.step === 'read' ? reading.value : null, readAgain)
  return (
    <ReadGate title={say('run')} reading={reading} readAgain={readAgain}>
      {(run) => (
        <Screen title={say('runOf', { moment: writeMoment(run.createdAt, locale) })}>
          <div class="card">
            <Verdict run={run} />
            <Facts
              facts={[
                [say('result'), <Summary key="result" run={run} />],
                [say('endpoint'), <code key="endpoint">{run.url}</code>],
                [say('key'), <code key="key">{run.apiKey}</code>],
              ]}
            />
          </div>
          {inOrder(run.results).map((result) => (
            <Result key={result.test} result={result} />
          ))}
        </Screen>
      )}
    </ReadGate>
  )
}

/** Reads a run again and again until it is over, and says when. */
function useFollow(run: TortureRunView | null, readAgain: () => void): void {
  const { announce } = useSpeech()
  const wasRunning = useRef(false)
  const isRunning = run?.status === 'Running'
  useEffect(() => {
    if (wasRunning.current && run && !isRunning) announce(say('tortureDone'))
    wasRunning.current = isRunning
    if (!isRunning) return
    const timer = setTimeout(readAgain, runningEveryMs)
    return () => clearTimeout(timer)
  }, [run, isRunning, readAgain, announce])
}

/** What is broken comes first, then what only the merchant knows. */
function inOrder(results: TortureResultView[]): TortureResultView[] {
  const places = { Broken: 0, NotSeen: 1, Passed: 2 }
  return results.toSorted((a, b) => places[a.outcome] - places[b.outcome])
}

function Verdict({ run }: { run: TortureRunView }) {
  if (run.status === 'Running')
    return (
      <p class="progress" role="status">
        <Spinner /> <Summary run={run} />
      </p>
    )
  if (run.summary.broken === 0) return <p>{say('allKept')}</p>
  return (
    <div class="note danger">
      <AlertIcon />
      <p>{say('someBroken')}</p>
    </div>
  )
}

function Result({ result }: { result: TortureResultView }) {
  const { test, rule, outcome, why, question, calls } = result
  return (
    <Section title={spaced(test)} hint={rule.text} actions={<Status name={outcome} />}>
      <div class="card">
        <p class="sentence">{why}</p>
        {question !== null && (
          <div class="note warning">
            <AlertIcon />
            <div>
              <p>
                <strong>{say('onlyYouKnow')}</strong>
              </p>
              <p>{question}</p>
            </div>
          </div>
        )}
        <p class="hint">
          {say('rule')}: <code>{rule.link}</code>
        </p>
        {calls.length > 0 && <Calls calls={calls} isOpen={outcome === 'Broken'} />}
      </div>
    </Section>
  )
}

function Calls({ calls, isOpen }: { calls: TortureCallView[]; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>{say('showCalls', { count: calls.length })}</summary>
      <Table<TortureCallView & { place: number }>
        caption={say('sent')}
        rows={calls.map((call, place) => ({ ...call, place }))}
        keyOf={({ place }) => String(place)}
        columns={[
          { title: say('sent'), cell: ({ what }) => <span class="sentence">{what}</span> },
          {
            title: say('answered'),
            cell: ({ httpStatus, error, answer }) =>
              httpStatus === null
                ? `${say('noAnswer')}: ${error ?? ''}`
                : `${httpStatus}${answer && `: ${answer}`}`,
          },
          {
            title: 'ms',
            isNumber: true,
            cell: ({ durationMs }) => durationMs,
          },
        ]}
      />
    </details>
  )
}
