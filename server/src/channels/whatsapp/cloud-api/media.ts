/** Uploads to WhatsApp: media that messages show, and samples by which reviewers judge templates. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { callGraph, type GraphAccess } from './graph.ts'
import { textOf } from '../../../lib/json.ts'

export interface MediaFile {
  path: string
  name: string
  type: string
  sizeBytes: number
}

/** For a large file over a slow connection. */
const TIMEOUT_MS = 180_000

/** Uploads media for messages of this number; WhatsApp keeps it for 30 days. Returns its id. Throws GraphRefused. */
export async function uploadMedia(access: GraphAccess, numberId: string, file: MediaFile): Promise<string> {
  const { headers, body } = multipartOf(file)
  const path = `${encodeURIComponent(numberId)}/media`
  const answer = await callGraph(access, { method: 'POST', path, headers, body, timeoutMs: TIMEOUT_MS })
  return textOf(answer['id'])
}

/** The form as a stream, so that a video is never held in memory (RFC 7578). */
function multipartOf(file: MediaFile): { headers: Record<string, string>; body: Readable } {
  const boundary = `notifly-${randomUUID()}`
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const name = file.name.replace(/["\r\n]/g, '_')
  const begin = Buffer.from(
    `${field('messaging_product', 'whatsapp')}${field('type', file.type)}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${file.type}\r\n\r\n`,
  )
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* whole() {
    yield begin
    yield* createReadStream(file.path)
    yield end
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(begin.length + file.sizeBytes + end.length),
    },
    body: Readable.from(whole(), { objectMode: false }),
  }
}

/** Uploads a sample (resumable upload API: a session, then the bytes). Returns its handle. Throws GraphRefused. */
export async function uploadSample(access: GraphAccess, appId: string, file: MediaFile): Promise<string> {
  const { name, type, sizeBytes } = file
  const query = new URLSearchParams({ file_name: name, file_length: String(sizeBytes), file_type: type })
  const session = await callGraph(access, {
    method: 'POST',
    path: `${encodeURIComponent(appId)}/uploads?${query.toString()}`,
  })
  const finished = await callGraph(access, {
    method: 'POST',
    path: textOf(session['id']),
    headers: {
      file_offset: '0',
      'content-type': 'application/octet-stream',
      'content-length': String(sizeBytes),
    },
    body: createReadStream(file.path),
    timeoutMs: TIMEOUT_MS,
  })
  return textOf(finished['h'])
}
