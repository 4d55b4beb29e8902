/** A sentence of the service: the moments that it carries are shown as everywhere, long sums in groups. */
import { splitAtMoments } from '../../src/core/story/moments.ts'
import { writeShortMoment } from '../messages/moments.ts'
import { Sums } from './digits.tsx'
import { Moment } from './moment.tsx'

export const Told = ({ text }: { text: string }) => (
  <>
    {splitAtMoments(text).map((part, place) =>
      place % 2 === 1 ? (
        <Moment key={place} iso={part} write={writeShortMoment} />
      ) : (
        <Sums key={place}>{part}</Sums>
      ),
    )}
  </>
)
