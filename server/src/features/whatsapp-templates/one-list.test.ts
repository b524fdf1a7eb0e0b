import type { PermissionSet } from '@notifly/contracts/roles/activities'
import type { Template } from '@notifly/contracts/templates/templates'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { NO_PROVIDERS } from '../../testing/channels/provider-urls.ts'
import { eventually } from '../../testing/engine/sent-run.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'notifly-whatsapp-'))
const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, pace: 0 })
afterAll(async () => {
  await sandbox.stop()
  await rm(dataDir, { recursive: true, force: true })
})
const whatsapp = `${sandbox.url}/providers/whatsapp`
const kit = await testApp({ config: { providerUrls: { ...NO_PROVIDERS, whatsapp } } })
const { call } = kit
const team = approvalTeamOf(kit)

const SETTINGS = {
  token: 'EAAG-a-token',
  buisness_account_id: '200000000000077',
  phone_number_id: '100000000000077',
  app_id: '300000000000077',
  app_secret: 'a secret of the app',
}
const BODY = {
  type: 'Whatsapp',
  name: 'parcel_here',
  language: 'en_US',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Your parcel is here.' }],
}

test('the calls of all templates change one of WhatsApp, and delete it by its id alone', async () => {
  const owner = await kit.withApplication()
  const { bearer } = owner
  await call('POST', '/api/notifications/whatsapp/configuration', { bearer, body: SETTINGS })
  const { data } = await call<{ template_uuid: string }>('POST', '/api/template', { bearer, body: BODY })
  const path = `/api/template/${data.template_uuid}`
  const components = [{ type: 'BODY', text: 'Your parcel is here again.' }]
  const change = (body: object, as = bearer) => call<{ template_uuid: string }>('PUT', path, { bearer: as, body })
  // WhatsApp takes no change before it has decided.
  await eventually(
    async () => {
      await call('POST', '/api/template/whatsapp/sync', { bearer })
      return change({ ...BODY, components })
    },
    ({ body }) => expect(body).toMatchObject({ success: true, data: { template_uuid: data.template_uuid } }),
  )
  await eventually(
    async () => (await call<Template>('GET', path, { bearer })).data.text,
    text => expect(text).toBe(components[0]?.text),
  )
  // Tags are ours: they stay through what WhatsApp says of it.
  const tag = (body: object, as = bearer) => call('POST', '/api/template/whatsapp/tags', { bearer: as, body })
  const uuids = [data.template_uuid]
  expect((await tag({ uuids, add: ['Parcels'] })).data).toEqual({ changed: 1 })
  await call('POST', '/api/template/whatsapp/sync', { bearer })
  for (const list of ['/api/template/whatsapp?', '/api/template?type=Whatsapp&']) {
    const listed = async (wanted: string) =>
      (await call<{ uuid: string; tags?: string[] }[]>('GET', `${list}tag=${wanted}`, { bearer })).data
    expect((await listed('PARCELS')).map(row => [row.uuid, row.tags])).toEqual([[data.template_uuid, ['parcels']]])
    expect(await listed('other')).toEqual([])
  }
  expect((await call('GET', '/api/tags?kind=whatsapp-template', { bearer })).data).toEqual([
    { tag: 'parcels', count: 1 },
  ])

  expect((await change({ type: 'Email', name: 'An email', subject: 'Hi', html: '<p>Hi</p>' })).status).toBe(404)

  const permissions = { '101': [4, 1] } as unknown as PermissionSet
  const writer = await team.addMember(owner, await team.addRole(owner, { permissions }))
  const remove = (as: string) => call('DELETE', `/api/template?template_uuid=${data.template_uuid}`, { bearer: as })
  expect((await change({ ...BODY, components }, writer.bearer)).status).toBe(403)
  expect((await remove(writer.bearer)).status).toBe(403)
  expect((await tag({ uuids, add: ['theirs'] }, writer.bearer)).status).toBe(403)
  expect((await remove(bearer)).status).toBe(200)
  await eventually(
    () => remove(bearer),
    ({ status }) => expect(status).toBe(404),
  )
})
