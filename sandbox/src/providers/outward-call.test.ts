import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchAgain, isOnThisMachine } from './outward-call.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\ntaken'

/** A server that hangs up on the first so many requests; what it was sent in all of them. */
async function startServer(hangsUp: number): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined)
    socket.on('data', text => {
      requests.push(String(text))
      if (requests.length <= hangsUp) socket.resetAndDestroy()
      else socket.end(ANSWER)
    })
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests }
}

test('a call whose connection breaks is made again, body and all', async () => {
  const { url, requests } = await startServer(2)
  const answer = await fetchAgain(url, { method: 'POST', body: 'event=delivered' })
  expect(await answer.text()).toBe('taken')
  expect(requests).toHaveLength(3)
  for (const request of requests) expect(request).toContain('event=delivered')
})

test('a call that breaks each time rejects, and is not made for ever', async () => {
  const { url, requests } = await startServer(Infinity)
  await expect(fetchAgain(url, { method: 'POST', body: 'event=delivered' })).rejects.toThrow('fetch failed')
  expect(requests).toHaveLength(4)
})

test('a call that was called off is not made again', async () => {
  const { url, requests } = await startServer(Infinity)
  await expect(fetchAgain(url, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped')
  expect(requests).toHaveLength(0)
})

test.each([
  ['http://localhost:3000/path', true],
  ['https://shop.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://127.4.0.9', true],
  ['http://[::1]:3000', true],
  ['http://localhost.example.com', false],
  ['http://notlocalhost', false],
  ['http://127.0.0.1.example.com', false],
  ['ftp://localhost', false],
  ['javascript:localhost', false],
  ['localhost', false],
])('of the addresses on this machine: %s %s', (url, isHere) => {
  expect(isOnThisMachine(url)).toBe(isHere)
})
