/** Secrets in requests: sealed where they wait, seen nowhere, and there when the command runs. */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { setUpEmail } from '../../testing/campaigns.ts'
import { storedSettings } from '../channel-settings/channel-settings.ts'

const kit = await testApp()
const { call, database } = kit
const team = approvalTeamOf(kit)
const [boss, clerk, checker] = [await kit.signUpAndIn(), await kit.signUpAndIn(), await kit.signUpAndIn()]

async function newOffice() {
  const owner = await kit.withApplication(boss)
  return { owner, maker: await team.maker(owner, clerk), validator: await team.validator(owner, checker) }
}

const PATH = '/api/notifications/email/configuration'
const PASSWORD = 'hunter2-and-more'
const DKIM_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))

const settings = (change: object = {}) => ({
  configuration_type: 'smtp',
  configuration_setting: {
    sender_email: 'shop@example.com',
    username: 'shop',
    password: PASSWORD,
    port_no: 2525,
    host: 'mail.example.com',
    ...change,
  },
})

const write = ({ bearer }: ApplicationOwner, method: 'POST' | 'PUT', body: object) =>
  call(method, PATH, { bearer, body })
const savedPassword = async ({ applicationId }: ApplicationOwner) =>
  (await storedSettings(kit.deps, applicationId, 'email'))?.settings['password']

/** Every row of the tables that a request leaves its marks in, as text. */
async function everythingStored(): Promise<string> {
  const tables = ['approval', 'audit_entry', 'notice', 'channel_configuration', 'graphile_worker._private_jobs']
  const texts = await Promise.all(
    tables.map(async table => (await database.pool.query(`select to_jsonb(t)::text as row from ${table} t`)).rows),
  )
  return JSON.stringify(texts)
}

describe('a secret in a request', () => {
  test('is in no answer, no log, no audit entry and no row, and arrives when it is approved', async () => {
    const { owner, maker, validator } = await newOffice()
    await setUpEmail(kit, owner)
    const approvalId = heldAs(await write(maker, 'PUT', settings()))
    const answers = [
      await team.read(maker, approvalId),
      await team.read(validator, approvalId),
      (await team.list(owner)).data,
      await team.decide(validator, approvalId, 'approve'),
      (await call('GET', PATH, { bearer: owner.bearer })).data,
      await team.trail(owner),
      await call('GET', '/api/notices', { bearer: maker.bearer }),
    ]
    for (const answer of [...answers, await everythingStored(), kit.logLines]) {
      expect(JSON.stringify(answer)).not.toContain(PASSWORD)
    }
    expect(answers[0]).toMatchObject({
      payload: { configuration_type: 'smtp', configuration_setting: { password: '********' } },
      before: { configuration_setting: { password: '********' } },
    })
    const change = (await team.trail(owner)).find(({ action }) => action === 'channel.update')
    expect(change?.after).toMatchObject({ 'configuration_setting.password': 'changed' })
    expect(await savedPassword(owner)).toBe(PASSWORD)
  })

  test('comes from the rejected request when that is sent again with asterisks', async () => {
    const { owner, maker, validator } = await newOffice()
    const first = heldAs(await write(maker, 'POST', settings()))
    await team.decide(validator, first, 'reject', 'Another sender, please.')
    const corrected = settings({ password: '********', sender_email: 'news@example.com' })
    // Without the rejected request there is nothing that the asterisks could mean.
    expect((await write(maker, 'POST', corrected)).status).toBe(400)
    const second = heldAs(await write(maker, 'POST', { ...corrected, reopens: first }))
    expect((await team.read(validator, second))?.payload).toMatchObject({
      configuration_setting: { password: '********' },
    })
    expect((await team.decide(validator, second, 'approve')).status).toBe(200)
    expect(await savedPassword(owner)).toBe(PASSWORD)
  })

  test('that is taken away in the correction does not come back from the rejected request', async () => {
    const { owner, maker, validator } = await newOffice()
    await setUpEmail(kit, owner)
    const signed = { dkim_domain: 'example.com', dkim_selector: 'one', dkim_private_key: DKIM_KEY }
    const first = heldAs(await write(maker, 'PUT', settings(signed)))
    await team.decide(validator, first, 'reject', 'No signature.')
    const unsigned = { password: '********', dkim_domain: '', dkim_selector: '', dkim_private_key: null }
    const second = heldAs(await write(maker, 'PUT', { ...settings(unsigned), reopens: first }))
    expect((await team.decide(validator, second, 'approve')).status).toBe(200)
    const { settings: saved } = (await storedSettings(kit.deps, owner.applicationId, 'email')) ?? {}
    expect(saved).toMatchObject({ password: PASSWORD })
    expect(saved).not.toHaveProperty('dkim_private_key')
  })

  test('does not follow to another server', async () => {
    const { owner, maker, validator } = await newOffice()
    await setUpEmail(kit, owner)
    const first = heldAs(await write(maker, 'PUT', settings()))
    await team.decide(validator, first, 'reject', 'No.')
    for (const change of [{ host: 'evil.example.net' }, { port_no: 26 }, { username: 'other' }, { security: 'none' }]) {
      const body = { ...settings({ password: '********', ...change }), reopens: first }
      const { status, body: answer } = await write(maker, 'PUT', body)
      expect([status, answer.errors]).toEqual([
        400,
        [
          {
            field: 'configuration_setting.password',
            key: 'channels.retype',
            message: 'Enter the password again: the server has changed',
          },
        ],
      ])
    }
  })

  test('of the saved configuration is kept by asterisks, without a copy of it in the request', async () => {
    const { owner, maker, validator } = await newOffice()
    await setUpEmail(kit, owner)
    const body = settings({ host: '127.0.0.1', password: '********', sender_email: 'news@example.com' })
    const approvalId = heldAs(await write(maker, 'PUT', body))
    const row = await database.kysely
      .selectFrom('approval')
      .where('approval_id', '=', approvalId)
      .select('secrets')
      .executeTakeFirst()
    expect(row?.secrets).toBeNull()
    expect((await team.decide(validator, approvalId, 'approve')).status).toBe(200)
    expect(await savedPassword(owner)).toBe('a password')
  })
})
