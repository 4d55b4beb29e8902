/**
 * The metadata of a row in an export: a column for each key. `metadata` holds the metadata that is a text,
 * and as JSON the keys beyond those that have a column each.
 */
import type { Cell } from './csv.ts'
import type { MetadataOfRow } from '../../../store/lists/conditions.ts'

export const metadataColumns = (keys: readonly string[]): string[] => [
  'metadata',
  ...keys.map((key) => `metadata.${key}`),
]

export function metadataCells(metadata: MetadataOfRow, keys: readonly string[]): Cell[] {
  if (metadata === null || typeof metadata === 'string') return [metadata, ...keys.map(() => null)]
  const others = Object.entries(metadata).filter(([key]) => !keys.includes(key))
  const left = others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : null
  return [left, ...keys.map((key) => toCell(metadata[key]))]
}

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
