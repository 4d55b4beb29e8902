/** Finds the planted faults, which lie beside their tests. */
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { NamedFault, PlantedFault } from './planted-fault.ts'

const root = resolve(import.meta.dirname, '../..')

export async function findPlantedFaults(): Promise<NamedFault[]> {
  const exclude = (path: string) => path.includes('node_modules')
  const files = globSync('{test,proof}/**/*.faults.ts', { cwd: root, exclude }).toSorted()
  const lists = await Promise.all(
    files.map(async (faultsFile) => {
      const { faults } = (await import(resolve(root, faultsFile))) as { faults: PlantedFault[] }
      const testFile = faultsFile.replace(/\.faults\.ts$/, '.test.ts')
      return faults.map((fault) => ({ ...fault, faultsFile, testFile }))
    }),
  )
  return lists.flat()
}
