/**
 * graphile-worker posts the same signed bytes: a job for each webhook, no order among them, and kept connections. It keeps
 * no history; each job is deleted when it is done.
 */
import { createHmac } from 'node:crypto'
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import { Pool } from 'undici'
import { serveProgram } from '../programs.ts'

const jobsOfStatement = 1_000
const silent = new Logger(() => () => undefined)
const secret = 'a secret of a merchant'

/** `isTuned`: it takes jobs ahead into a queue of its own, in place of one by one. */
serveProgram(async ({ databaseUrl, url, concurrency, isTuned }) => {
  const { origin, pathname } = new URL(url)
  const connections = new Pool(origin, { connections: concurrency })
  const utils = await makeWorkerUtils({ connectionString: databaseUrl, logger: silent })
  await utils.migrate()
  let runner
  return {
    async answer(request) {
      if (request === 'readProcessorMicroseconds') {
        const { user, system } = process.cpuUsage()
        return user + system
      }
      const { jobs, body } = request
      await addJobs(databaseUrl, jobs, body)
      runner ??= await run({
        connectionString: databaseUrl,
        concurrency,
        maxPoolSize: 10,
        noHandleSignals: true,
        logger: silent,
        taskList: { post: (payload) => post(connections, pathname, payload) },
        ...(isTuned && { preset: { worker: { localQueue: { size: 5 * concurrency } } } }),
      })
      return undefined
    },
    async close() {
      await runner?.stop()
      await utils.release()
      await connections.close()
    },
  }
})

/** All of them at one moment. */
async function addJobs(connectionString, jobs, body) {
  const client = new pg.Client(connectionString)
  await client.connect()
  await client.query('begin')
  for (let from = 0; from < jobs; from += jobsOfStatement) {
    const specs = Array.from({ length: Math.min(jobsOfStatement, jobs - from) }, (_, place) => {
      const id = `${from + place}`
      return { identifier: 'post', payload: { body: body.replaceAll('PLACE', id), id } }
    })
    await client.query(
      `select graphile_worker.add_jobs(array(
         select json_populate_recordset(null::graphile_worker.job_spec, $1)))`,
      [JSON.stringify(specs)],
    )
  }
  await client.query('commit')
  await client.end()
}

async function post(connections, path, { body, id }) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const { statusCode, body: answer } = await connections.request({
    method: 'POST',
    path,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'x-sp-digest': createHmac('sha256', secret).update(body).digest('hex'),
      'webhook-signature': `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    },
  })
  await answer.dump()
  if (statusCode !== 204) throw new Error(`answered ${statusCode}`)
}
