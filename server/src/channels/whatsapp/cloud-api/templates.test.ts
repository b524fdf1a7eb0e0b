import { componentFaults } from '@notifly/contracts/whatsapp-templates/rules'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { NO_PROVIDERS } from '../../../testing/channels/provider-urls.ts'
import { createTemplate, editTemplate, listTemplates } from './templates.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'notifly-graph-'))
const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, pace: 0 })
afterAll(async () => {
  await sandbox.stop()
  await rm(dataDir, { recursive: true, force: true })
})
const ACCOUNT = '200000000000088'
const access = {
  token: 'EAAG-a-token',
  environment: { urls: { ...NO_PROVIDERS, whatsapp: `${sandbox.url}/providers/whatsapp` } },
}
const header = { type: 'HEADER', format: 'TEXT', text: 'For {{name}}', example: { header_text: ['Asha'] } }
const body = { type: 'BODY', text: 'Hi {{name}}, come on {{day}}.', example: { body_text: [['Asha', 'Monday']] } }

test('variables that have names go to WhatsApp by them, and come back in their order', async () => {
  const named = { name: 'named_one', language: 'en', category: 'UTILITY', components: [header, body] }
  const { id } = await createTemplate(access, ACCOUNT, named)
  const find = async () => (await listTemplates(access, ACCOUNT)).find(each => each.id === id)
  expect(await find()).toMatchObject(named)
  const { data } = (await (await fetch(`${sandbox.url}/api/whatsapp/templates`)).json()) as { data: { id: string }[] }
  expect(data.find(each => each.id === id)).toMatchObject({
    parameter_format: 'NAMED',
    components: [
      { example: { header_text_named_params: [{ param_name: 'name', example: 'Asha' }] } },
      {
        example: {
          body_text_named_params: [
            { param_name: 'name', example: 'Asha' },
            { param_name: 'day', example: 'Monday' },
          ],
        },
      },
    ],
  })

  await expect.poll(async () => (await find())?.status).toBe('APPROVED')
  const changed = [{ ...body, text: 'On {{day}} we see you, {{name}}.', example: { body_text: [['Friday', 'Ben']] } }]
  await editTemplate(access, id, { category: 'UTILITY', components: changed })
  expect((await find())?.components).toEqual(changed)
})

const faultsOf = (...texts: [header: string, body: string]) =>
  componentFaults([
    { ...header, text: texts[0] },
    { ...body, text: texts[1] },
  ]).map(({ field }) => field)

test('numbers and names are not mixed, and names are small letters', () => {
  expect(componentFaults([header, body])).toEqual([])
  expect(faultsOf('For {{1}}', body.text)).toEqual(['components.0.text'])
  expect(faultsOf('For you', 'Hi {{1}}, come on {{day}}.')).toEqual(['components.1.text'])
  expect(faultsOf('For you', 'Hi {{Name}}, come on {{ day }}.')).toEqual(['components.1.text'])
})
