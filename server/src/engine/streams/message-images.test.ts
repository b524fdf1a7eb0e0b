import { expect, test } from 'vitest'
import { ensureLeaves } from '../../db/partitions.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { insertWork } from './stream-queries.ts'

const database = await testDatabase()
const { pool, kysely: db } = database
const now = new Date()
await ensureLeaves(database, now)

/** Two messages with an image of the application's and others that it does not have. Returns what is noted of it. */
async function imagesNoted(): Promise<unknown> {
  const [applicationId, imageId, runId] = [uuidv7(), uuidv7(), uuidv7(now)]
  await pool.query(
    `insert into stored_file (application_id, file_id, name, media_type, content, created_at)
     values ($1, $2, 'i', 'image/png', '', $3)`,
    [applicationId, imageId, now],
  )
  await pool.query(
    `insert into image (application_id, image_id, name, width, height, size_bytes, is_animated, created_at)
     values ($1, $2, 'i', 1, 1, 1, false, $3)`,
    [applicationId, imageId, now],
  )
  const html = (id: string) => `<img src="https://x.example.com/files/${applicationId}/${id}/a.png">`
  const message = (seq: number, data: object) => ({
    ...{
      messageId: uuidv7(now),
      runId,
      seq,
      deliveries: 1,
      receiver: 'r',
      contactId: null,
      copies: [],
      idempotencyKey: null,
    },
    ...{ sendAt: null, tags: [], metadata: {}, data },
  })
  const messages = [
    message(1, { content: { html: html(imageId) + html(uuidv7()) } }),
    message(2, { content: { html: html(imageId) } }),
    message(3, {}),
  ]
  await insertWork(db, applicationId, { deliveries: [], batches: [], messages }, now)
  const { rows } = await pool.query<{ image_id: string }>(
    'select image_id, kind, part, object_id = $2 as is_of_run from image_use where application_id = $1',
    [applicationId, runId],
  )
  return rows.map(row => ({ ...row, image_id: row.image_id === imageId }))
}

test('images of messages are noted once for their run, with the trigger of the database and without', async () => {
  const noted = [{ image_id: true, kind: 'run', part: -1, is_of_run: true }]
  expect(await imagesNoted()).toEqual(noted)
  await pool.query('drop trigger note_images_of_messages on message')
  expect(await imagesNoted()).toEqual(noted)
})
