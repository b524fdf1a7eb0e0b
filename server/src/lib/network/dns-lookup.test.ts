import { createSocket } from 'node:dgram'
import { lookup as systemLookup } from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDnsLookup } from './dns-lookup.ts'
import { createAddressCheck } from './net-guard.ts'
import { callOutside } from './outbound.ts'

const TYPE_A = 1
const HEADER_BYTES = 12
/** The name of the question, type A, class IN, 60 s, 127.0.0.1. */
const LOOPBACK = Buffer.from('c00c000100010000003c00047f000001', 'hex')

/** A name server that knows loopback addresses for good.example, no one else's, and keeps silent about *.silent.example. */
async function startNameServer(): Promise<{ servers: string[]; asked: Set<string> }> {
  const asked = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query)
    asked.add(name)
    const isKnown = name === 'good.example'
    // Of good.example, those of one family are broken.
    if (name.endsWith('silent.example') || (isKnown && type !== TYPE_A)) return
    const answer = Buffer.concat([query.subarray(0, end), isKnown ? LOOPBACK : Buffer.alloc(0)])
    answer.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
    // One question, so many answers, nothing else.
    for (const [index, count] of [1, isKnown ? 1 : 0, 0, 0].entries()) answer.writeUInt16BE(count, 4 + 2 * index)
    socket.send(answer, port, address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

/** The one question of a message (RFC 1035 section 4.1.2), and where it ends. */
function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

async function startSite(): Promise<number> {
  const server = createServer((_request: IncomingMessage, response: ServerResponse) => void response.end('here'))
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const isAllowed = createAddressCheck({ allowPrivate: true })

test('lookups that are never answered end with their requests, and hold up no other lookup', async () => {
  const [{ servers, asked }, port] = [await startNameServer(), await startSite()]
  const lookup = createDnsLookup({ servers })
  const call = (host: string, timeoutMs: number) =>
    callOutside(`http://${host}:${port}/`, { method: 'GET', isAllowed, lookup, timeoutMs })
  const hosts = Array.from({ length: 50 }, (_, index) => `${index}.silent.example`)
  const silent = Promise.allSettled(hosts.map(host => call(host, 1500)))
  await expect.poll(() => asked.size).toBe(hosts.length)

  expect((await call('good.example', 1400)).text).toBe('here')
  // By the threads of the system, which nobody holds.
  await new Promise<void>((resolve, reject) =>
    systemLookup('localhost', error => (error === null ? resolve() : reject(error))),
  )
  const beganMs = performance.now()
  const ends = await silent
  expect(performance.now() - beganMs).toBeLessThan(1500)
  expect(ends.map(end => end.status === 'rejected' && (end.reason as Error).name)).toEqual(
    hosts.map(() => expect.stringMatching(/^(Timeout|Abort)Error$/)),
  )
})

test('a name that DNS does not know is asked of the system, and so is one without a dot', async () => {
  const [{ servers, asked }, port] = [await startNameServer(), await startSite()]
  const lookup = createDnsLookup({ servers })
  const call = (host: string) => callOutside(`http://${host}:${port}/`, { method: 'GET', isAllowed, lookup })
  expect((await call('localhost')).text).toBe('here')
  expect([...asked]).toEqual([])
  const found = await new Promise((resolve, reject) =>
    lookup('127.1', { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error))),
  )
  expect(found).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect([...asked]).toEqual(['127.1'])
})

test('addresses that DNS answers are judged as all others are', async () => {
  const [{ servers }, port] = [await startNameServer(), await startSite()]
  const call = callOutside(`http://good.example:${port}/`, {
    method: 'GET',
    isAllowed: createAddressCheck({ allowPrivate: false }),
    lookup: createDnsLookup({ servers }),
  })
  await expect(call).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
})
