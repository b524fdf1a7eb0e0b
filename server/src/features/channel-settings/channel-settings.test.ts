import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type {
  ConfigurationTest,
  EmailConfiguration as AnyEmail,
} from '@notifly/contracts/channel-settings/channel-settings'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { beforeAll, describe, expect, test } from 'vitest'
import { PER_HOUR } from '../../lib/network/outbound-checks.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { SELF_SIGNED } from '../../testing/channels/certificates.ts'
import { HARAKA_3_3, startMisbehavingSmtp } from '../../testing/channels/misbehaving-smtp.ts'

type EmailConfiguration = Extract<AnyEmail, { configuration_type: 'smtp' }>

const kit = await testApp()
const { call, database } = kit
const PATH = '/api/notifications/email/configuration'
const KEPT = '********'

const SMTP = {
  sender_email: 'news@shop.example',
  from_name: 'Shop',
  host: 'smtp.shop.example',
  port_no: '587',
  username: 'shop',
  password: 'very secret 1',
}

let owner: ApplicationOwner
beforeAll(async () => {
  owner = await kit.withApplication()
})

const body = (changes: object = {}) => ({
  configuration_type: 'smtp',
  configuration_setting: { ...SMTP, ...changes },
})
const send = <Data = EmailConfiguration>(method: string, changes: object = {}, at = owner, path = PATH) =>
  call<Data>(method, path, { bearer: at.bearer, body: body(changes) })
const read = (at = owner) => call<EmailConfiguration | null>('GET', PATH, { bearer: at.bearer })
const configured = async () => {
  const fresh = await kit.withApplication()
  expect((await send('POST', {}, fresh)).status).toBe(201)
  return fresh
}
const storedRow = (at: ApplicationOwner) =>
  database.kysely
    .selectFrom('channel_configuration')
    .where('application_id', '=', at.applicationId)
    .selectAll()
    .executeTakeFirstOrThrow()

describe('the email configuration', () => {
  test('is null before anybody set it up, then created once, answered without its secrets', async () => {
    const fresh = await kit.withApplication()
    expect(await read(fresh)).toMatchObject({ status: 200, body: { success: true, data: null } })
    const created = await send('POST', {}, fresh)
    expect(created.status).toBe(201)
    expect(created.data.configuration_setting).toEqual({
      sender_email: 'news@shop.example',
      from_name: 'Shop',
      host: 'smtp.shop.example',
      port_no: 587,
      username: 'shop',
      password: KEPT,
      security: 'auto',
      max_connections: 20,
      messages_per_second: null,
    })
    expect((await read(fresh)).data).toEqual(created.data)
    expect((await send('POST', {}, fresh)).status).toBe(409)
  })

  test('may be sent as a JSON string, and is refused as broken JSON', async () => {
    const fresh = await kit.withApplication()
    const asText = (configuration_setting: string) =>
      call('POST', PATH, { bearer: fresh.bearer, body: { configuration_type: 'smtp', configuration_setting } })
    expect((await asText('{"host":')).status).toBe(400)
    expect((await asText(JSON.stringify(SMTP))).status).toBe(201)
  })

  test('is sealed at rest for its own row', async () => {
    const fresh = await configured()
    const row = await storedRow(fresh)
    expect(JSON.stringify(row)).not.toContain('very secret')
    expect(row.settings).not.toHaveProperty('password')
    const opened = kit.deps.secrets.open(row.secrets, `channel_configuration.secrets:${row.configuration_id}`)
    expect(JSON.parse(opened)).toEqual({ password: 'very secret 1' })
    expect(() => kit.deps.secrets.open(row.secrets, 'channel_configuration.secrets:other')).toThrow('authenticate')
  })

  test('names each missing or wrong field', async () => {
    const refused = await call('POST', PATH, {
      bearer: owner.bearer,
      body: {
        configuration_type: 'smtp',
        configuration_setting: { sender_email: 'nobody', port_no: 'x', host: 'a b' },
      },
    })
    expect(refused.status).toBe(400)
    const fields = refused.body.errors?.map(error => error.field.replace('configuration_setting.', ''))
    expect(fields).toEqual(expect.arrayContaining(['sender_email', 'host', 'port_no']))
  })

  test('needs no sign-in, but a user name and a password go together', async () => {
    const relay = await kit.withApplication()
    expect((await send('POST', { username: '', password: '' }, relay)).status).toBe(201)
    const half = async (changes: object) => {
      const refused = await send('POST', changes, await kit.withApplication())
      return [refused.status, refused.body.errors?.map(({ field }) => field)]
    }
    expect(await half({ username: '' })).toEqual([400, ['configuration_setting.username']])
    expect(await half({ password: '' })).toEqual([400, ['configuration_setting.password']])
    // Who takes the user name out of saved settings takes the password with it.
    const fresh = await configured()
    expect((await send('PUT', { username: '', password: KEPT }, fresh)).status).toBe(200)
    expect((await read(fresh)).data?.configuration_setting).not.toHaveProperty('password')
  })

  test('shows the authority that it trusts by its fingerprint', async () => {
    const fresh = await kit.withApplication()
    const refused = await send('POST', { ca_certificate: 'hello' }, fresh)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'configuration_setting.ca_certificate'])
    const { data } = await send('POST', { ca_certificate: SELF_SIGNED.cert }, fresh)
    expect(data.ca_certificates).toEqual([
      { subject: 'CN=localhost', fingerprint: expect.stringContaining(':'), valid_until: expect.any(Number) },
    ])
    expect(data.configuration_setting.ca_certificate).toBe(SELF_SIGNED.cert.trim())
  })

  test('says that a server gets one message at a time, from a test on, until another server is set', async () => {
    const server = await startMisbehavingSmtp(HARAKA_3_3)
    const fresh = await kit.withApplication()
    const at = { host: '127.0.0.1', port_no: String(server.port), username: '', password: '' }
    await send('POST', at, fresh)
    expect((await read(fresh)).data).not.toHaveProperty('one_at_a_time')
    expect((await send<ConfigurationTest>('POST', at, fresh, `${PATH}/test`)).data.ok).toBe(true)
    expect((await read(fresh)).data).toMatchObject({ one_at_a_time: true })
    expect((await send('PUT', { ...at, from_name: 'Another' }, fresh)).data).toMatchObject({ one_at_a_time: true })
    expect((await send('PUT', { ...at, host: 'localhost' }, fresh)).data).not.toHaveProperty('one_at_a_time')
    await server.close()
  })

  test('asks for the password when it is created', async () => {
    const refused = await send('POST', { password: KEPT }, await kit.withApplication())
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'configuration_setting.password'])
  })

  test('belongs to its application alone', async () => {
    await configured()
    expect((await read(await kit.withApplication())).data).toBeNull()
  })

  test('is changed by PUT, which is not found before it is created', async () => {
    const fresh = await kit.withApplication()
    expect((await send('PUT', {}, fresh)).status).toBe(404)
    await send('POST', {}, fresh)
    const changed = await send('PUT', { from_name: 'The shop', messages_per_second: 5 }, fresh)
    expect(changed.data.configuration_setting).toMatchObject({ from_name: 'The shop', messages_per_second: 5 })
  })
})

describe('a kept password', () => {
  test.each([{ password: undefined }, { password: '' }, { password: '*****' }, { password: KEPT }])(
    'is kept when it arrives as %j',
    async given => {
      const fresh = await configured()
      expect((await send('PUT', { ...given, from_name: 'Other' }, fresh)).status).toBe(200)
      const row = await storedRow(fresh)
      const opened = kit.deps.secrets.open(row.secrets, `channel_configuration.secrets:${row.configuration_id}`)
      expect(JSON.parse(opened)).toEqual({ password: 'very secret 1' })
    },
  )

  test.each([{ host: 'evil.example' }, { port_no: 2525 }, { username: 'other' }, { security: 'none' }])(
    'has to be typed again with %j, for saving and for testing',
    async change => {
      const fresh = await configured()
      for (const path of [PATH, `${PATH}/test`]) {
        const refused = await send(path === PATH ? 'PUT' : 'POST', { ...change, password: KEPT }, fresh, path)
        expect(refused.status).toBe(400)
        expect(refused.body.errors).toEqual([
          {
            field: 'configuration_setting.password',
            key: 'channels.retype',
            message: 'Enter the password again: the server has changed',
          },
        ])
      }
      expect((await send('PUT', { ...change, password: 'typed again 2' }, fresh)).status).toBe(200)
    },
  )
})

describe('DKIM', () => {
  const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const edwards = generateKeyPairSync('ed25519')
  const dkim = { dkim_domain: 'shop.example', dkim_selector: 's1' }

  test('shows the DNS record of an RSA key, and hides the key', async () => {
    const fresh = await kit.withApplication()
    const { data } = await send('POST', { ...dkim, dkim_private_key: pem(rsa.privateKey) }, fresh)
    const publicKey = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    expect(data.dkim_record).toEqual({
      name: 's1._domainkey.shop.example',
      type: 'TXT',
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
    })
    expect(data.configuration_setting.dkim_private_key).toBe(KEPT)
    const kept = await send('PUT', { ...dkim, dkim_private_key: KEPT }, fresh)
    expect(kept.data.dkim_record).toEqual(data.dkim_record)
    const off = await send('PUT', { dkim_domain: '', dkim_selector: '' }, fresh)
    expect([off.data.dkim_record, off.data.configuration_setting.dkim_private_key]).toEqual([null, undefined])
  })

  test('shows the bare 32 bytes of an Ed25519 key', async () => {
    const fresh = await kit.withApplication()
    const { data } = await send('POST', { ...dkim, dkim_private_key: pem(edwards.privateKey) }, fresh)
    const { x } = edwards.publicKey.export({ format: 'jwk' })
    expect(data.dkim_record?.value).toBe(
      `v=DKIM1; k=ed25519; p=${Buffer.from(x ?? '', 'base64url').toString('base64')}`,
    )
  })

  test.each([
    ['dkim_private_key', { ...dkim, dkim_private_key: 'not a key' }],
    [
      'dkim_private_key',
      { ...dkim, dkim_private_key: pem(generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey) },
    ],
    ['dkim_private_key', dkim],
    ['dkim_selector', { dkim_domain: 'shop.example', dkim_private_key: pem(rsa.privateKey) }],
    ['dkim_domain', { dkim_selector: 's1', dkim_private_key: pem(rsa.privateKey) }],
    ['dkim_domain', { ...dkim, dkim_domain: 'a b', dkim_private_key: pem(rsa.privateKey) }],
  ])('is refused at %s', async (field, settings) => {
    const refused = await send('POST', settings, await kit.withApplication())
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, `configuration_setting.${field}`])
  })
})

describe('testing a connection', () => {
  const trial = (changes: object, at = owner) => send<ConfigurationTest>('POST', changes, at, `${PATH}/test`)

  test('says each step, and notes failure and recovery of the saved settings', async () => {
    let isWrong = true
    const server = await startMisbehavingSmtp({
      ehlo: '250-test server\r\n250 AUTH PLAIN',
      auth: () => (isWrong ? '535 5.7.8 no' : '235 welcome'),
    })
    try {
      const fresh = await kit.withApplication()
      const at = { host: '127.0.0.1', port_no: server.port }
      await send('POST', at, fresh)
      const failed = await trial({ ...at, password: KEPT }, fresh)
      expect(failed.data.ok).toBe(false)
      expect(failed.data.steps.at(-1)).toMatchObject({ name: 'sign_in', ok: false })
      expect((await read(fresh)).data?.failure?.message).toContain('refused the username or password')
      isWrong = false
      const passed = await trial({ ...at, password: KEPT }, fresh)
      expect(passed.data.steps.map(step => step.name)).toEqual([
        'resolve',
        'connect',
        'greet',
        'encrypt',
        'sign_in',
        'sender',
        'messages',
      ])
      expect((await read(fresh)).data?.failure).toBeNull()
    } finally {
      await server.close()
    }
  })

  test('is done so often in an hour and no more, by each application', async () => {
    const [fresh, other] = [await kit.withApplication(), await kit.withApplication()]
    await createRateLimit(database.pool, PER_HOUR).take(fresh.applicationId)
    await database.pool.query(`update rate_limit set points = ${PER_HOUR.attempts} where key like 'outbound-check:%'`)
    const at = { host: '127.0.0.1', port_no: 1 }
    expect((await trial(at, fresh)).status).toBe(429)
    expect((await trial(at, other)).status).toBe(200)
  })

  test('works on settings that nobody saved, and stores nothing', async () => {
    const fresh = await kit.withApplication()
    const { data } = await trial({ host: '127.0.0.1', port_no: 1 }, fresh)
    expect(data.steps.at(-1)).toMatchObject({ name: 'connect', ok: false })
    expect((await read(fresh)).data).toBeNull()
  })
})

describe('removing the configuration', () => {
  async function campaign(at: ApplicationOwner, name: string, status: string): Promise<string> {
    const campaign_id = crypto.randomUUID()
    const now = new Date()
    await database.kysely
      .insertInto('campaign')
      .values({
        application_id: at.applicationId,
        campaign_id,
        channel: 'email',
        name,
        status,
        created_at: now,
        updated_at: now,
        next_run_at: status === 'scheduled' ? new Date(now.getTime() + 3_600_000) : null,
        created_by: null,
        updated_by: null,
        failure: null,
      })
      .execute()
    return campaign_id
  }

  test('names the campaigns that need it, and leaves scheduled ones waiting', async () => {
    const fresh = await configured()
    const waiting = await campaign(fresh, 'Autumn', 'scheduled')
    await campaign(fresh, 'Sent long ago', 'sent')
    expect((await read(fresh)).data?.campaigns).toEqual([{ uuid: waiting, name: 'Autumn', status: 'scheduled' }])
    expect((await call('DELETE', PATH, { bearer: fresh.bearer })).status).toBe(200)
    expect((await read(fresh)).data).toBeNull()
    expect((await call('DELETE', PATH, { bearer: fresh.bearer })).status).toBe(404)
    const row = await database.kysely
      .selectFrom('campaign')
      .where('campaign_id', '=', waiting)
      .select('status')
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('scheduled')
  })

  test('pauses runs in progress', async () => {
    const fresh = await configured()
    const campaignId = await campaign(fresh, 'Running', 'executing')
    const runId = crypto.randomUUID()
    const now = new Date()
    await database.kysely
      .insertInto('run')
      .values({
        application_id: fresh.applicationId,
        run_id: runId,
        campaign_id: campaignId,
        channel: 'email',
        name: 'Running',
        lane_id: crypto.randomUUID(),
        state: 'executing',
        content: '{}',
        audience: '{}',
        timezone: 'UTC',
        opens_at: now,
        created_at: now,
      })
      .execute()
    await call('DELETE', PATH, { bearer: fresh.bearer })
    const run = await database.kysely
      .selectFrom('run')
      .where('run_id', '=', runId)
      .select(['state', 'state_reason'])
      .executeTakeFirstOrThrow()
    expect(run).toEqual({ state: 'paused', state_reason: storedWords(sentence('channels.notConfigured')) })
  })
})

test('a role that may only read may test nothing away and change nothing', async () => {
  const at = await configured()
  const person = await kit.signUpAndIn()
  await database.kysely
    .insertInto('member')
    .values({
      organization_id: at.organizationId,
      account_id: person.user.uuid,
      role_id: DEFAULT_ROLE_IDS.validator,
      status: 'active',
      created_at: new Date(),
    })
    .execute()
  const { data } = await call<{ token: string }>('GET', `/api/update-notification-vertical/${at.applicationId}`, {
    bearer: person.bearer,
  })
  const reader = { ...at, bearer: data.token }
  expect((await read(reader)).status).toBe(200)
  expect((await send('PUT', {}, reader)).status).toBe(403)
  expect((await call('DELETE', PATH, { bearer: reader.bearer })).status).toBe(403)
  // It connects to wherever the body says.
  expect((await send('POST', {}, reader, `${PATH}/test`)).status).toBe(403)
})
