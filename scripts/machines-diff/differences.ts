/** Compares the machines of two revisions: what people notice, the pictures, and the code. */
import { noticesOf } from './notices.ts'
import type { MachineDifference } from './page.ts'
import { drawDifference } from './picture.ts'
import { codeDifference, readLives, root } from './read-lives.ts'

/** For null the second revision is the working tree. */
export async function differencesOf(
  revisions: [string, string | null],
  repository = root,
): Promise<MachineDifference[]> {
  const before = await readLives(revisions[0], repository)
  const after = await readLives(revisions[1], repository)
  const differences: MachineDifference[] = []
  for (const kind of new Set([...after.keys(), ...before.keys()])) {
    const [old, young] = [before.get(kind) ?? null, after.get(kind) ?? null]
    differences.push({
      name: (young ?? old)!.lifecycle.name,
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
