/** Advice for an operator about a gas wallet whose transactions do not move on, and about wrong answers of nodes. */

type HeldUp = { heldUpBy: string | null; refusals: number }

const advices: [RegExp, string][] = [
  [
    /insufficient funds/i,
    'Send gas to the wallet, or ask its merchant to: the transaction goes out again by itself once there is enough.',
  ],
  [
    /nodes disagree/i,
    'Nothing is mended until the nodes agree: compare with a block explorer, take the node that is wrong out of the chains file, and restart.',
  ],
  [
    /is refused/i,
    'It is sent again every 10 s. Read what the nodes say: a price too low rises by itself, up to the limits, and words that are not known are tried against by a higher one too; anything else needs another node, or a limit of the gas price that the chain is above.',
  ],
]
const byItself =
  'It is mended by itself once two checks in a row have found it, within half a minute. If it stays, look for the effect mendLane above, and try it again.'
const resting =
  'Nodes refused its last transactions for good, and it rests before the next one. Read the last error of its transactions; sending gas or raising a limit ends it with the next one that is mined.'

/** Says what to do about a lane that is held up, or rests. */
export function laneAdvice({ heldUpBy, refusals }: HeldUp): string {
  if (heldUpBy === null) return refusals > 0 ? resting : byItself
  return advices.find(([pattern]) => pattern.test(heldUpBy))?.[1] ?? byItself
}

const another = 'If it goes on, put another provider in its place in the chains file, and restart.'
const anomalies: Record<string, string> = {
  UnaskedLog: `The log was left out. ${another}`,
  UnreadableLog: `The log was left out. ${another}`,
  UnreadableAnswer: `The answer counted as an error. Often a proxy or a plan that is used up. ${another}`,
  DeniedByOthers: `Nothing was credited for it. The node told of money that no other node knows. ${another}`,
  WithheldLog: `The logs were asked of other nodes. ${another}`,
}

/** Says what a wrong answer of a node has led to, and what to do about it. */
export const anomalyAdvice = (what: string): string => anomalies[what] ?? another
