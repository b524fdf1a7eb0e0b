import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const answers: { name: string; wire: string; body: string; keepsAlive: boolean; status?: number }[] = [
  {
    name: 'with its length',
    wire: 'HTTP/1.1 201 Created\r\nContent-Length: 5\r\nLocation: /m/1\r\n\r\nhello',
    body: 'hello',
    keepsAlive: true,
    status: 201,
  },
  {
    name: 'without a body',
    wire: 'HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n',
    body: '',
    keepsAlive: true,
    status: 204,
  },
  { name: 'without words', wire: 'HTTP/1.1 200\r\ncontent-length:0\r\n\r\n', body: '', keepsAlive: true },
  {
    name: 'in chunks, with an extension and a trailer',
    wire: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nx-sum: 1\r\n\r\n',
    body: 'hello!',
    keepsAlive: true,
  },
  {
    name: 'after an interim answer',
    wire: 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    body: 'ok',
    keepsAlive: true,
  },
  {
    name: 'of a server that closes',
    wire: 'HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nok',
    body: 'ok',
    keepsAlive: false,
  },
  { name: 'of HTTP/1.0', wire: 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', body: 'ok', keepsAlive: false },
  {
    name: 'that says its length in two ways',
    wire: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    body: 'ok',
    keepsAlive: false,
  },
]

test.for(answers)(
  'an answer $name is read once it is whole, and not before',
  ({ wire, body, keepsAlive, status = 200 }) => {
    const bytes = Buffer.from(wire)
    for (let cut = 0; cut < bytes.length; cut++) expect(readAnswer(bytes.subarray(0, cut), false)).toBeUndefined()
    const answer = readAnswer(Buffer.concat([bytes, Buffer.from('HTTP/1.1 ')]), false)
    expect(answer).toMatchObject({ status, body, keepsAlive, lengthBytes: bytes.length })
  },
)

test('an answer of no stated length ends with its connection', () => {
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>\u0939\u0947\u0932\u094b')
  expect(readAnswer(bytes, false)).toBeUndefined()
  expect(readAnswer(bytes, true)).toMatchObject({ body: '<h1>\u0939\u0947\u0932\u094b', keepsAlive: false })
})

test('headers of one name are joined, and no name is taken for a property', () => {
  const head = 'HTTP/1.1 200 OK\r\nVary: a\r\nvary:  b \r\nconstructor: c\r\nEmpty:\r\nContent-Length: 0\r\n\r\n'
  const headers = readAnswer(Buffer.from(head), false)?.headers
  expect(headers).toEqual({ vary: 'a, b', constructor: 'c', empty: '', 'content-length': '0' })
})

test.for([
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['another protocol', 'HTTP/2 200\r\n\r\n'],
  ['a protocol that nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'],
  ['a line that goes on', 'HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: b\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok'],
  ['a length below nothing', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ['more than anybody reads', 'HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n'],
  ['chunks larger than anybody reads', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n'],
  ['a head that does not end', `HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}`],
])('%s is no answer', ([, wire]) => {
  expect(() => readAnswer(Buffer.from(wire ?? ''), false)).toThrow(/./)
})

test('an answer that breaks off is none', () => {
  for (const wire of ['', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok'])
    expect(() => readAnswer(Buffer.from(wire), true)).toThrow('broke within')
})
