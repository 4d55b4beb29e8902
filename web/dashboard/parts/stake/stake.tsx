/**
 * What a command moves or forgives, read before it is given: the amounts in the sentence that says what becomes of them,
 * what they are of, and who pays.
 */
import type { ComponentChildren } from 'preact'
import { type Fact, Facts } from '../facts.tsx'

type Props = {
  of: Fact
  payer: ComponentChildren
  /** What else tells it from others. */
  more?: Fact | false
  /** The sentence with the amounts. */
  moves: ComponentChildren
  /** What follows from it, and whether it can be taken back. */
  children: ComponentChildren
}

export const Stake = ({ of, payer, more = false, moves, children }: Props) => (
  <>
    <p class="stake">{moves}</p>
    <Facts facts={[of, ['Payer', payer], more]} />
    <p>{children}</p>
  </>
)
