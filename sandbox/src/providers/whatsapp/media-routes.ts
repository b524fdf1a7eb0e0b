import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Whatsapp } from './emulator.ts'
import { failWith, FAILURES } from './graph-error.ts'
import { longId } from './template.ts'

const MEDIA_TYPES = /^(image\/(jpeg|png)|video\/(mp4|3gpp)|audio\/[a-z0-9.-]+|text\/plain|application\/[a-z0-9.+-]+)$/
const MEDIA_LIMIT_BYTES = 110 << 20

/** Uploads of media for messages, and resumable uploads of samples for template headers. */
export function addMediaRoutes(app: FastifyInstance, { library }: Whatsapp): void {
  app.addContentTypeParser(
    ['multipart/form-data', 'application/octet-stream'],
    { parseAs: 'buffer', bodyLimit: MEDIA_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  )

  const limits = { bodyLimit: MEDIA_LIMIT_BYTES }

  app.post('/:object/media', limits, async (request, reply) => {
    const form = await formOf(request)
    const file = form?.get('file')
    if (!(file instanceof File) || form?.get('messaging_product') !== 'whatsapp') {
      return failWith(reply, { ...FAILURES.parameter, details: 'file, type and messaging_product are required' })
    }
    const named = form.get('type')
    const type = typeof named === 'string' ? named : file.type
    if (!MEDIA_TYPES.test(type)) return failWith(reply, { ...FAILURES.media, details: `${type} is not supported` })
    const content = Buffer.from(await file.arrayBuffer())
    const sha256 = createHash('sha256').update(content).digest('hex')
    const id = longId()
    library.keepMedia({ id, type, sizeBytes: content.length, sha256 })
    return { id }
  })

  app.post<{ Querystring: Record<string, string> }>('/:object/uploads', async (request, reply) => {
    const { file_length: length = '', file_type: type = '' } = request.query
    if (!MEDIA_TYPES.test(type) || !/^[1-9]\d*$/.test(length)) return failWith(reply, FAILURES.parameter)
    const id = `upload:${randomBytes(24).toString('base64url')}`
    library.beginUpload(id, { type, lengthBytes: Number(length) })
    return { id }
  })

  app.post<{ Params: { upload: string } }>('/:upload(^upload:.+$)', limits, async (request, reply) => {
    const upload = library.takeUpload(request.params.upload)
    const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const isWhole = request.headers['file_offset'] === '0' && content.length === upload?.lengthBytes
    if (upload === undefined || !isWhole) return failWith(reply, FAILURES.parameter)
    return { h: `4::${Buffer.from(upload.type).toString('base64')}:${randomBytes(32).toString('base64url')}` }
  })
}

async function formOf(request: FastifyRequest): Promise<FormData | undefined> {
  if (!Buffer.isBuffer(request.body)) return undefined
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(new Uint8Array(request.body), { headers }).formData().catch(() => undefined)
}
