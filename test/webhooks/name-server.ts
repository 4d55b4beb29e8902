/** A name server on the loopback interface that gives the answers of a test, or none at all. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const typeA = 1
const headerBytes = 12

export type NameServer = { address: string; questions: string[]; stop(): void }

/**
 * Starts a name server. `addresses` are the IPv4 addresses of every name; null leaves all questions
 * without an answer.
 */
export async function startNameServer(addresses: string[] | null): Promise<NameServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, from) => {
    const question = readQuestion(query)
    questions.push(question.name)
    if (addresses === null) return
    const answers = question.type === typeA ? addresses : []
    socket.send(answer(query, question.end, answers), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    stop: () => void socket.close(),
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Writes an answer: the question, and a record of a minute for each address, which points back to its name. */
function answer(query: Buffer, questionEnd: number, addresses: string[]): Buffer {
  const header = Buffer.alloc(headerBytes)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) =>
    Buffer.from([
      0xc0,
      headerBytes,
      0,
      typeA,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...address.split('.').map(Number),
    ]),
  )
  return Buffer.concat([header, query.subarray(headerBytes, questionEnd), ...records])
}
