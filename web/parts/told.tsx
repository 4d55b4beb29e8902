/** A sentence of the service: the moments that it carries are shown as everywhere, long sums in groups. */
import { splitAtMoments } from '../../src/explaining/story/moments.ts'
import { writeShortMoment } from '../messages/moments.ts'
import { Digits } from './digits.tsx'
import { Moment } from './moment.tsx'

/** A sum stands before its asset's code. */
const longSum = /(\b\d{5,}(?:\.\d+)?(?=\s\p{L}))/u

export const Told = ({ text }: { text: string }) => (
  <>
    {splitAtMoments(text).map((part, place) =>
      place % 2 === 1 ? (
        <Moment key={place} iso={part} write={writeShortMoment} />
      ) : (
        <Sums key={place} text={part} />
      ),
    )}
  </>
)

const Sums = ({ text }: { text: string }) => (
  <>
    {text
      .split(longSum)
      .map((part, place) => (place % 2 === 1 ? <Digits key={place}>{part}</Digits> : part))}
  </>
)
