/** Maps answers to what is compared of them; objects need a text, because they are never equal. */
type KeyOf<Answer> = (answer: Answer) => unknown

const itself = (answer: unknown): unknown => answer

/** Finds the first answer that is given as often as needed; `undefined` where none is. */
export const findGivenByEnough = <Answer>(
  answers: readonly Answer[],
  needed: number,
  keyOf: KeyOf<Answer> = itself,
): Answer | undefined =>
  answers.find((one) => answers.filter((other) => keyOf(other) === keyOf(one)).length >= needed)

/** Finds the answer that is given as often as needed, and more often than any other; `undefined` where none is. */
export function findAgreed<Answer>(answers: Answer[], needed: number): Answer | undefined {
  const sorted = [...Map.groupBy(answers, (answer) => answer).values()].toSorted(
    (one, other) => other.length - one.length,
  )
  const [most = [], next = []] = sorted
  return most.length >= needed && most.length > next.length ? most[0] : undefined
}
