/** Files on their way to WhatsApp: media that messages show, and samples by which a reviewer judges a template. */
import { createReadStream, openAsBlob } from 'node:fs'
import { FormData } from 'undici'
import { callGraph, type GraphAccess } from './graph.ts'
import { textOf } from './graph-json.ts'

export interface MediaFile {
  path: string
  name: string
  type: string
  sizeBytes: number
}

/** A large file over a slow line. */
const TIMEOUT_MS = 180_000

/** Uploads what messages of this number show; WhatsApp keeps it for 30 days. Answers its id. Throws GraphRefused. */
export async function uploadMedia(access: GraphAccess, numberId: string, file: MediaFile): Promise<string> {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', file.type)
  form.set('file', await openAsBlob(file.path, { type: file.type }), file.name)
  const path = `${encodeURIComponent(numberId)}/media`
  return textOf((await callGraph(access, { method: 'POST', path, body: form, timeoutMs: TIMEOUT_MS }))['id'])
}

/** Uploads a sample (resumable upload API: a session, then the bytes). Answers its handle. Throws GraphRefused. */
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
