/** A request as it goes over the wire in one piece (RFC 9112). Addresses of push services come from visitors: nothing is sent as it stands. */
// Imported since the global is a getter, which each message would ask several times.
import { Buffer } from 'node:buffer'
import type { HttpRequest } from '../http-exchange.ts'

// RFC 9112 section 3.2 and RFC 9110 section 5.5: whatever could end a line, or be no byte, is refused.
const PATH = /^\/[\x21-\x7e]*$/
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/
// Ours, whatever else says so: signatures may cover them, and name the same.
const OURS = /^(?:host|connection|content-length)$/i
const NO_NAME = /[^\w!#$%&'*+.^`|~-]/

/** `host`: with its port where that is not the scheme's own. Throws for what is no path or no header. */
export function requestBytes({ method, path, headers, body = '' }: HttpRequest, host: string): Buffer {
  if (!PATH.test(path)) throw new Error('this is no path of a request')
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`
  for (const name in headers) {
    if (OURS.test(name)) continue
    const value = headers[name] as string
    if (NO_VALUE.test(value) || NO_NAME.test(name)) throw new Error(`this is no header of a request: ${name}`)
    head += `${name}: ${value}\r\n`
  }
  const bodyBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  head += method === 'GET' ? '\r\n' : `content-length: ${bodyBytes}\r\n\r\n`
  const bytes = Buffer.allocUnsafe(head.length + bodyBytes)
  bytes.write(head, 0, 'latin1')
  if (typeof body === 'string') bytes.write(body, head.length, 'utf8')
  else body.copy(bytes, head.length)
  return bytes
}
