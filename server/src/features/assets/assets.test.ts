import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'

const kit = await testApp()

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(20)])

async function upload(bearer: string, name: string, content: Buffer, query = '') {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const encoded = new Response(form)
  return kit.call<{ fullpath: string }>('POST', `/api/user/asset/upload${query}`, {
    bearer,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
}

test('a picture is stored and everybody may look at it', async () => {
  const { bearer } = await kit.withApplication()
  const { status, data } = await upload(bearer, '../../Icône 1.png', PNG, '?purpose=icon')
  expect(status).toBe(201)
  expect(data.fullpath).toMatch(/^http:\/\/localhost:3000\/files\/[\w-]+\/[\w-]+\/Ic%C3%B4ne-1\.png$/)
  const answer = await kit.app.inject(new URL(data.fullpath).pathname)
  expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.equals(PNG)]).toEqual([
    200,
    'image/png',
    true,
  ])
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
})

test('whatever is no picture is handed out as a download', async () => {
  const { bearer } = await kit.withApplication()
  const { data } = await upload(bearer, 'page.txt', Buffer.from('<script>alert(1)</script>'))
  const answer = await kit.app.inject(new URL(data.fullpath).pathname)
  expect(answer.headers['content-type']).toBe('application/octet-stream')
  expect(answer.headers['content-disposition']).toContain('attachment')
})

test.each([
  [415, 'page.html', Buffer.from('<p>'), ''],
  [415, 'icon.png', Buffer.from('<svg onload="x">'), ''],
  [415, 'icon.gif', Buffer.from('GIF89a......'), '?purpose=icon'],
  [413, 'big.png', Buffer.concat([PNG, Buffer.alloc(2_097_152)]), ''],
  [400, 'empty.png', Buffer.alloc(0), ''],
])('is refused with %i: %s', async (status, name, content, query) => {
  const { bearer } = await kit.withApplication()
  expect((await upload(bearer, name, content, query)).status).toBe(status)
})

test('files that a team keeps to itself have no public address', async () => {
  const { bearer, applicationId } = await kit.withApplication()
  const fileId = crypto.randomUUID()
  await kit.database.kysely
    .insertInto('stored_file')
    .values({
      application_id: applicationId,
      file_id: fileId,
      name: 'people.csv',
      media_type: 'text/csv',
      content: Buffer.from('email\n'),
      created_at: new Date(),
    })
    .execute()
  expect((await kit.app.inject(`/files/${applicationId}/${fileId}/people.csv`)).statusCode).toBe(404)
  expect((await kit.call('POST', '/api/user/asset/upload', { bearer })).status).toBe(415)
})
