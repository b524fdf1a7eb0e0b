import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The product, as far as browsers and apps meet it: notes what they tell it, and answers 200. It is gone when the test ends. */
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
