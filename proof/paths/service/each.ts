/** Things that are done at the same time, so many. */
const atOnceMax = 8

/** Does something with each, some at the same time. */
export async function each<One>(
  all: readonly One[],
  does: (one: One) => Promise<void>,
): Promise<void> {
  const left = [...all]
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await does(one)
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
}
