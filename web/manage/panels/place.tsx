/** Answers "Where am I?": five plain words, one of them marked, and what comes next. */
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { type StandingPlace, placeOf, places } from '../standing.ts'
import { NextStep } from './next-sentence.tsx'
import { Fold } from './panel.tsx'

const placeTexts = {
  begin: 'placeBegin',
  run: 'placeRun',
  wait: 'placeWait',
  pause: 'placePause',
  end: 'placeEnd',
} as const satisfies Record<StandingPlace, string>

export function PlaceFold({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const here = placeOf(managed.standing)
  return (
    <Fold id="place" title={say('whereAmI')}>
      <ol class="places">
        {places.map((place) => (
          <li key={place} aria-current={place === here ? 'step' : undefined}>
            {say(placeTexts[place])}
            {place === here && <span class="here"> · {say('youAreHere')}</span>}
          </li>
        ))}
      </ol>
      <NextStep managed={managed} />
    </Fold>
  )
}
