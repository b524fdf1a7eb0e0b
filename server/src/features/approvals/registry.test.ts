import { CHANNELS } from '@notifly/contracts/applications/applications'
import { HELD_COMMANDS } from '@notifly/contracts/approvals/approvals'
import { SETTINGS_CHANNELS } from '@notifly/contracts/channel-settings/channels'
import { PRICED_CHANNELS } from '@notifly/contracts/channel-settings/prices'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../background.ts'
import { testApp } from '../../testing/app.ts'

const { call } = await testApp()

test('what can be held is what the contracts name, for which the dashboard has words and a way back', () => {
  expect(COMMANDS.all.map(({ name }) => name).toSorted()).toEqual(HELD_COMMANDS.toSorted())
})

test('the registry of commands is what the routes say: 202 stands in the document of exactly these calls', async () => {
  interface Operation {
    responses: Record<string, unknown>
  }
  const { body } = await call('GET', '/api/openapi.json')
  const { paths } = body as unknown as { paths: Record<string, Record<string, Operation>> }
  const held = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => JSON.stringify(responses['202'] ?? {}).includes('maker_checker'))
      .map(([method]) => `${method} ${path}`),
  )
  // The update by file has two names; settings and campaigns of all channels are written by the same three commands each, prices by one.
  const further = 1 + 3 * (SETTINGS_CHANNELS.length - 1) + 3 * (CHANNELS.length - 1) + (PRICED_CHANNELS.length - 1)
  expect(held).toHaveLength(COMMANDS.all.length + further)
  expect(held).toEqual(
    expect.arrayContaining([
      'post /api/template',
      'put /api/notifications/schedule/email',
      'delete /api/notifications/email/configuration',
      'put /api/notifications/sms/configuration',
      'post /authP/user/licenses',
    ]),
  )
})
