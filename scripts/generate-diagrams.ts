/**
 * Draws every machine into `machines/drawings/` and writes its page to `docs/machines/`.
 *
 *     node scripts/run.mjs scripts/generate-diagrams.ts [--check]
 *
 * With `--check` it writes nothing and fails if the committed files differ from the machines.
 */
import { diagramFiles, outdatedFiles } from './diagrams/files.ts'
import { keepInStep } from './keep-in-step.ts'

const files = await diagramFiles()
for (const path of outdatedFiles(files)) keepInStep({ [path]: files.get(path) })
