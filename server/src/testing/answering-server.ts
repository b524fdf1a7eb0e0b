/** A provider on a real socket that answers as a test says, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Answering {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Gone when the test ends. */
export async function startAnswering(answer: (asked: Asked) => Answering): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body: Buffer.concat(chunks).toString() }
      asked.push(one)
      const { status, headers: given, body } = answer(one)
      response.writeHead(status, given).end(body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
