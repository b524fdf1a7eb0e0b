/** A customer's site on this machine: pages with the snippet and a place for the inline link, the worker, pictures. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DemoSite {
  url: string
  /** What the dashboard says to put there. */
  install(parts: { snippet: string; worker: string }): void
  stop(): Promise<void>
}

/** The smallest PNG: one transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Where a picture was once. */
export const GONE = '/gone.png'

/** Starts it on a free port; nothing is installed yet. */
export async function startDemoSite(): Promise<DemoSite> {
  let installed = { snippet: '', worker: '' }
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    install: parts => {
      installed = parts
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
