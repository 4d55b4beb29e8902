/** What counts as said alike; objects need a text of what they say. */
type KeyOf<Answer> = (answer: Answer) => unknown

const itself = (answer: unknown): unknown => answer

/** The first answer that is given as often as needed; `undefined` where none is. */
export const findGivenByEnough = <Answer>(
  answers: readonly Answer[],
  needed: number,
  keyOf: KeyOf<Answer> = itself,
): Answer | undefined =>
  answers.find((one) => answers.filter((other) => keyOf(other) === keyOf(one)).length >= needed)

/** What so many say as are needed, and more than say anything else; `undefined` where there is no such thing. */
export function findAgreed<Answer>(answers: Answer[], needed: number): Answer | undefined {
  const sorted = [...Map.groupBy(answers, (answer) => answer).values()].toSorted(
    (one, other) => other.length - one.length,
  )
  const [most = [], next = []] = sorted
  return most.length >= needed && most.length > next.length ? most[0] : undefined
}
