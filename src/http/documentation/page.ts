/** The readable page of the OpenAPI document: plain HTML, complete without a script or a network. */
import type { OpenApi, Operation, Schema } from './document-shape.ts'
import { escapeHtml, inline, prose } from './html.ts'
import { fieldRow, fieldTable, schemaTable } from './schema-table.ts'

/** Writes the page; `root` is the path that the service lives under, without a last slash. */
export function documentationPage(document: OpenApi, root: string): string {
  const { info, tags } = document
  const operations = listOperations(document)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<link rel="stylesheet" href="${root}/docs/style.css">
</head>
<body>
<nav aria-label="Calls">
<h1><a href="#top">${escapeHtml(info.title)}</a></h1>
${tags.map(({ name }) => contents(name, operations)).join('')}
<h2>Objects</h2>
<ul>${Object.keys(document.components.schemas).map(schemaLink).join('')}</ul>
</nav>
<main id="top">
${prose(info.description)}
<p><a href="${root}/openapi.json">The same as an OpenAPI 3.1 document</a></p>
<h2>Authentication</h2>
<p>Basic, or the three headers of a signed request; one of the two.</p>
<dl>${Object.values(document.components.securitySchemes).map(credential).join('')}</dl>
${operations.map((operation) => operationSection(operation, document.components)).join('')}
<h2>Objects</h2>
${Object.entries(document.components.schemas)
  .map(
    ([name, schema]) => `<section id="${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>
${prose(schema.description ?? '')}${schemaTable(schema)}</section>`,
  )
  .join('')}
</main>
</body>
</html>
`
}

type PlacedOperation = Operation & { path: string; method: string }

function listOperations({ paths }: OpenApi): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
}

function contents(tag: string, operations: PlacedOperation[]): string {
  const links = operations
    .filter(({ tags }) => tags.includes(tag))
    .map(
      ({ operationId, summary }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`,
    )
  return `<h2>${escapeHtml(tag)}</h2><ul>${links.join('')}</ul>`
}

const schemaLink = (name: string) =>
  `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`

const credential = ({
  type,
  name,
  description,
}: {
  type: string
  name?: string
  description: string
}) =>
  `<dt><code>${escapeHtml(name ?? `Authorization: ${type === 'http' ? 'Basic' : type}`)}</code></dt>
<dd>${inline(description)}</dd>`

function operationSection(operation: PlacedOperation, { schemas }: OpenApi['components']): string {
  const { operationId, summary, description, method, path, parameters, requestBody } = operation
  const body = resolve(requestBody?.content['application/json']?.schema, schemas)
  const rows = parameters?.map((it) =>
    fieldRow(it.name, { ...it.schema, description: it.description ?? '' }, it.required),
  )
  return `<section id="${operationId}">
<h3>${escapeHtml(summary)}</h3>
<p class="call"><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></p>
${operation.security ? '<p class="open">No credentials, any origin.</p>' : ''}
${prose(description ?? '')}
${rows ? `<h4>Parameters</h4>${fieldTable(rows)}` : ''}
${body ? `<h4>Body</h4>${schemaTable(body)}` : ''}
<h4>Answers</h4>
<dl>${Object.entries(operation.responses).map(answer).join('')}</dl>
</section>`
}

/** What a request carries is shown in its place; what comes back is linked to. */
function resolve(schema: Schema | undefined, schemas: Record<string, Schema>): Schema | undefined {
  const name = schema?.$ref?.slice(schema.$ref.lastIndexOf('/') + 1)
  return name === undefined ? schema : schemas[name]
}

function answer([status, { description, content }]: [
  string,
  Operation['responses'][string],
]): string {
  const schema = content?.['application/json']?.schema
  const shape = schema && status < '400' ? schemaTable(schema) : ''
  return `<dt>${status}</dt><dd>${prose(description)}${shape}</dd>`
}
