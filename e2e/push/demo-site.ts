/**
 * A customer's site on this machine: pages with the snippet and a place for the inline link, the worker, images. Its worker can be made to
 * use a product that answers late.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface DemoSite {
  url: string
  /** What the dashboard says to put there. */
  install(parts: { snippet: string; worker: string }): void
  /** From now on the worker's calls reach the product at once, and its answers come this late. */
  answerLate(product: string, lateMs: number): void
  /** Calls whose answers are still held back. */
  readonly waiting: number
  stop(): Promise<void>
}

/** The smallest PNG: one transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The address of an image that no longer exists. */
export const GONE = '/gone.png'

/** Paths below this are forwarded to the product, whose answers are delayed. */
const LATE = '/late'

/** The product's answer, with its address replaced by the one that the worker used. */
async function passOn(request: IncomingMessage, url: string) {
  const body = await buffer(request)
  const { 'content-type': type = '', origin, 'user-agent': agent = '' } = request.headers
  const headers = { 'content-type': type, 'user-agent': agent, ...(origin !== undefined && { origin }) }
  const response = await fetch(url, { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body }) })
  const text = (await response.text()).replaceAll(new URL(url).origin, `http://${request.headers.host}${LATE}`)
  return {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'text/plain' },
    body: text,
  }
}

/** Starts it on a free port; nothing is installed yet. */
export async function startDemoSite(): Promise<DemoSite> {
  let installed = { snippet: '', worker: '' }
  let late: { product: string; lateMs: number } | null = null
  let waiting = 0
  const answerInTime = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (late === null) return void response.writeHead(404).end()
    waiting++
    const answer = await passOn(request, `${late.product}${request.url?.slice(LATE.length) ?? ''}`)
    await Promise.race([delay(late.lateMs), once(response, 'close')])
    response.writeHead(answer.status, answer.headers).end(answer.body)
    waiting--
  }
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path.startsWith(LATE)) return void answerInTime(request, response)
    if (path === GONE) return void response.writeHead(404).end()
    if (path.endsWith('.png')) return void response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
    if (path === '/notifly-worker.js' && installed.worker !== '') {
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(installed.worker)
    }
    response.writeHead(path.includes('worker') ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>Lumen</title><link rel="icon" href="/icon.png">
      <h1>Lumen lamps</h1><p>${path}</p><div data-notifly-link></div>${installed.snippet}</html>`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    install: parts => {
      installed = parts
    },
    answerLate(product, lateMs) {
      late = { product, lateMs }
      installed = { ...installed, worker: installed.worker.replace(product, url + LATE) }
    },
    get waiting() {
      return waiting
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
