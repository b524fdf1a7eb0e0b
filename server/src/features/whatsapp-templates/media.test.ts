import { expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { deleteExpiredMedia } from './media.ts'

const kit = await testApp()
const { call, database } = kit
const team = approvalTeamOf(kit)

const DAY_MS = 86_400_000

test('an uploaded file is forgotten once it is gone at WhatsApp, unless a campaign or a request for one names it', async () => {
  const owner = await kit.withApplication()
  const { applicationId } = owner
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at) values ($1, 'whatsapp', $2, 'cloud_api', '{}', '', '', now(), now())`,
    [applicationId, uuidv7()],
  )
  await database.pool.query(
    `insert into whatsapp_template (application_id, template_id, name, language, category, status, components, created_at, updated_at)
     values ($1, $2, 'hello', 'en', 'UTILITY', 'APPROVED', '[{"type": "HEADER", "format": "IMAGE"}, {"type": "BODY", "text": "Hi"}]',
       now(), now())`,
    [applicationId, uuidv7()],
  )
  const showing = (media: string) => ({
    template_name: 'hello',
    language: 'en',
    parameters: { header: { media } },
  })
  const draft = (body: object) => call('POST', '/api/notifications/draft/whatsapp', { bearer: owner.bearer, body })
  expect((await draft({ campaignName: 'Draft', ...showing(' 11 ') })).status).toBe(201)
  const ab_test = { part: 'content', variants: [showing('12'), showing('https://shop.example/a.png')] }
  expect((await draft({ campaignName: 'Test', ab_test })).status).toBe(201)
  const maker = await team.maker(owner)
  const schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } }
  const body = { campaignName: 'Held', ...showing('13'), audience: { all: true }, schedule }
  heldAs(await call('POST', '/api/notifications/schedule/whatsapp', { bearer: maker.bearer, body }))

  const now = kit.clock.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * DAY_MS)
  const upload = (media_id: string, days: number) => ({
    application_id: applicationId,
    media_id,
    uploaded_at: daysAgo(days),
  })
  const uploads = [upload('11', 20), upload('12', 20), upload('13', 20), upload('14', 20), upload('15', 0)]
  const foreign = { ...upload('11', 20), application_id: uuidv7() }
  await database.kysely
    .insertInto('whatsapp_media')
    .values([...uploads, foreign])
    .execute()
  const keptAfter = async (days: number) => {
    await deleteExpiredMedia({ database, clock: { now: () => daysAgo(-days) } })
    const query = database.kysely.selectFrom('whatsapp_media').select(['application_id', 'media_id'])
    const rows = await query.orderBy('media_id').execute()
    return rows.map(row => (row.application_id === applicationId ? row.media_id : 'foreign'))
  }
  expect((await keptAfter(9)).toSorted()).toEqual(['11', '12', '13', '14', '15', 'foreign'])
  expect(await keptAfter(11)).toEqual(['11', '12', '13', '15'])
  expect(await keptAfter(31)).toEqual(['11', '12', '13'])
})
