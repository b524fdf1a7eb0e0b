import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFilePieces } from '../../../lib/bulk/file-pieces.ts'
import { withUpload, writeUpload } from './receive-upload.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'notifly-test-'))))
afterAll(() => rm(folder, { recursive: true }))

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

describe('a file that is read in pieces', () => {
  it.each([0, 1, 65_536, 131_072, 300_000])('comes whole, all in the same memory: %d bytes', async length => {
    const path = join(folder, `read-${length}`)
    await writeFile(path, content.subarray(0, length))
    const copies: Buffer[] = []
    const memories = new Set<ArrayBufferLike>()
    for await (const piece of readFilePieces(path, 65_536)) {
      copies.push(Buffer.from(piece))
      memories.add(piece.buffer)
    }
    expect(Buffer.concat(copies).equals(content.subarray(0, length))).toBe(true)
    expect(memories.size).toBe(length === 0 ? 0 : 1)
  })
})

describe('an upload that is written', () => {
  /** As the parser of forms gives it: a stream that counts. */
  function streamOf(pieces: readonly Buffer[]) {
    const bytesRead = pieces.reduce((sum, { length }) => sum + length, 0)
    const stream = Object.assign(new PassThrough({ highWaterMark: 1 }), { truncated: false, bytesRead })
    for (const piece of pieces) stream.write(piece)
    stream.end()
    return stream
  }

  it('has left the memory of all its pieces but the last', async () => {
    const path = join(folder, 'freed')
    const pieces = [0, 1, 2, 3].map(no => Buffer.from(new Uint8Array(content.subarray(no * 65_536, (no + 1) * 65_536))))
    await writeUpload(streamOf(pieces), path)
    expect((await readFile(path)).equals(content.subarray(0, 4 * 65_536))).toBe(true)
    expect(pieces.map(({ length }) => length)).toEqual([0, 0, 0, 65_536])
  })

  it('keeps memory that pieces share, and small pieces, which may be cut from what others use', async () => {
    const path = join(folder, 'kept')
    const shared = Buffer.from(new Uint8Array(content))
    const small = Buffer.from(new Uint8Array(content.subarray(0, 1000)))
    const cuts = [shared.subarray(0, 200_000), shared.subarray(200_000, 280_000), shared.subarray(280_000)]
    await writeUpload(streamOf([...cuts, small, Buffer.from('end')]), path)
    expect((await readFile(path)).equals(Buffer.concat([content, content.subarray(0, 1000), Buffer.from('end')]))).toBe(
      true,
    )
    expect(small.length).toBe(1000)
  })

  it('is refused when a part of it came to nothing', async () => {
    const stream = Object.assign(streamOf([content]), { bytesRead: content.length + 1 })
    await expect(writeUpload(stream, join(folder, 'short'))).rejects.toThrow('300000 of 300001 bytes were written')
  })

  it('comes through a socket byte for byte, with what looks like the end of the form all over it', async () => {
    const app = Fastify()
    await app.register(multipart)
    const rules = { field: 'file', extensions: ['csv'], maxBytes: 20_971_520 } as const
    app.post('/', request =>
      withUpload(request, rules, async ({ path, sizeBytes }) => ({ sizeBytes, hash: hashOf(await readFile(path)) })),
    )
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      const line = Buffer.concat([randomBytes(4099), Buffer.from('\r\n------formdata-undici-0\r\n--\r')])
      const file = Buffer.concat(Array.from({ length: 2000 }, () => line))
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(file)]), 'list.csv')
      const answer = await (await fetch(url, { method: 'POST', body: form })).json()
      expect(answer).toEqual({ sizeBytes: file.length, hash: hashOf(file) })
    } finally {
      await app.close()
    }
  })
})

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
