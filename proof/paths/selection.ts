/** Selects the paths of a run, as `npm run test:paths` is asked: by machine, by one path, by a shard of all. */
import type { Path } from './path.ts'

/** `PATHS_SHARD` is `2/3`: of three equal parts the second. */
const { PATHS_MACHINE, PATHS_PATH, PATHS_SHARD } = process.env

export function selected<P extends Path>(paths: readonly P[]): P[] {
  const [shard = 1, shards = 1] = (PATHS_SHARD ?? '1/1').split('/').map(Number)
  return paths
    .filter(({ kind }) => PATHS_MACHINE === undefined || kind === PATHS_MACHINE)
    .filter(({ id }) => PATHS_PATH === undefined || id === PATHS_PATH)
    .filter((_, index) => index % shards === shard - 1)
}
