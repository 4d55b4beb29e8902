/** Compares the machines of two revisions: what people notice, the pictures, and the code. */
import { noticesOf } from './notices.ts'
import type { MachineDifference } from './page.ts'
import { drawDifference } from './picture.ts'
import { codeDifference, readLives, root } from './read-lives.ts'

/** For null the second revision is the working tree. Each step is said before it begins: it may take minutes. */
export async function differencesOf(
  revisions: [string, string | null],
  repository = root,
  say: (step: string) => void = () => {},
): Promise<MachineDifference[]> {
  say(`Reading the machines of ${revisions[0]}`)
  const before = await readLives(revisions[0], repository)
  say(`Reading the machines of ${revisions[1] ?? 'the working tree'}`)
  const after = await readLives(revisions[1], repository)
  const differences: MachineDifference[] = []
  for (const kind of new Set([...after.keys(), ...before.keys()])) {
    const [old, young] = [before.get(kind) ?? null, after.get(kind) ?? null]
    const { name } = (young ?? old)!.lifecycle
    say(`Comparing and drawing: ${name}`)
    differences.push({
      name,
      versions: {
        before: old?.lifecycle.version ?? null,
        after: young?.lifecycle.version ?? null,
      },
      notices: noticesOf(old, young),
      pictures: old && young ? await drawDifference(old.lifecycle, young.lifecycle) : [],
      code: codeDifference(kind, revisions, repository),
    })
  }
  return differences
}
