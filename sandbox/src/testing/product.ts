import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * The part of the product that browsers and apps call: records the calls and responds with 200. It is closed when the
 * test ends.
 */
export async function testProduct(): Promise<{ base: string; calls: string[] }> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      calls.push(`${request.method} ${request.url} ${body}`.trim())
      response.end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { calls, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
