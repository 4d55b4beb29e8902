/** Schemas as tables of fields. */
import type { Schema } from './document-shape.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeInline } from '../html.ts'

/** Writes an object's fields as rows; anything else as one line. */
export function writeSchemaTable(schema: Schema): string {
  if (!schema.properties) return `<div class="type">${typeText(schema)}</div>`
  const rows = Object.entries(schema.properties).map(([name, field]) =>
    writeFieldRow(name, field, schema.required?.includes(name) ?? false),
  )
  return writeFieldTable(rows)
}

export function writeFieldTable(rows: string[]): string {
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`
}

export function writeFieldRow(name: string, schema: Schema, isRequired: boolean): string {
  const description = writeInline((schema.description ?? '').replace(/\.$/, ''))
  const meaning = [description, ...bounds(schema)]
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${isRequired ? '' : ' <i>optional</i>'}</th>
<td data-label="Type">${typeText(schema)}</td>
<td data-label="Meaning">${meaning.filter(Boolean).join('. ')}</td></tr>`
}

/** Names a type; components are links to their own section. */
function typeText(schema: Schema): string {
  if (schema.$ref) return referenceLink(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeText).join(' or ')
  if (schema.enum)
    return schema.enum.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(' ')
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.items) return `list of ${typeText(schema.items)}`
  if (schema.properties) return writeSchemaTable(schema)
  return [schema.type ?? 'anything']
    .flat()
    .map((type) => (type === 'string' && schema.format === 'date-time' ? 'moment' : type))
    .join(' or ')
}

function referenceLink(reference: string): string {
  const name = escapeHtml(reference.slice(reference.lastIndexOf('/') + 1))
  return `<a href="#${name}">${name}</a>`
}

function bounds(schema: Schema): string[] {
  const { minimum, maximum, maxLength, default: fallback, examples } = schema
  const example = examples?.[0]
  return [
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? `${minimum} to ${maximum}`
      : '',
    maxLength === undefined ? '' : `At most ${maxLength} characters`,
    fallback === undefined || Array.isArray(fallback)
      ? ''
      : `Default <code>${escapeHtml(exampleText(fallback))}</code>`,
    example === undefined ? '' : `Such as <code>${escapeHtml(exampleText(example))}</code>`,
  ]
}

const exampleText = (example: unknown) =>
  typeof example === 'string' ? example : JSON.stringify(example)
