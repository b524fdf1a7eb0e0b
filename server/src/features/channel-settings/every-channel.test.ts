/** What the settings of every channel and provider have in common; what only e-mail's say is tested beside. */
import { generateKeyPairSync } from 'node:crypto'
import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import type { ConfigurationTest } from '@notifly/contracts/channel-settings/channel-settings'
import type { SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { describe, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { NO_PROVIDERS } from '../../testing/channels/provider-urls.ts'

const kit = await testApp({ config: { providerUrls: NO_PROVIDERS } })
const { call, database } = kit
const team = approvalTeamOf(kit)
const KEPT = '********'

const pem = (kind: 'ec' | 'rsa') =>
  (kind === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
  ).privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trim()

const serviceAccount = (project_id: string) =>
  JSON.stringify({
    type: 'service_account',
    project_id,
    client_email: `a@${project_id}.example`,
    private_key: pem('rsa'),
  })

interface Sample {
  name: string
  channel: SettingsChannel
  settings: Record<string, unknown>
  secrets: readonly string[]
  /** What cannot change under a kept secret, and the secrets that then have to be typed. */
  moves: readonly (readonly [Record<string, unknown>, readonly string[]])[]
  /** Changes under which every secret stays. */
  harmless: Record<string, unknown>
  required: readonly string[]
}

const HEX = '0123456789abcdef0123456789abcdef'

const SAMPLES: readonly Sample[] = [
  {
    name: 'aws_ses',
    channel: 'email',
    settings: { sender_email: 'news@shop.example', access_id: 'AKIAEXAMPLE', access_key: 'top secret 1' },
    secrets: ['access_key'],
    moves: [
      [{ region: 'eu-west-1' }, ['access_key']],
      [{ access_id: 'AKIAOTHER' }, ['access_key']],
    ],
    harmless: { from_name: 'Shop', configuration_set: 'mail' },
    required: ['sender_email', 'access_id', 'access_key'],
  },
  {
    name: 'Karix',
    channel: 'sms',
    settings: {
      otp_key: 'top secret 1',
      transactional_key: 'top secret 2',
      promotional_key: 'top secret 3',
      otp_sender: 'SHOPIN',
      transactional_sender: 'SHOPIN',
      promotional_sender: '600100',
    },
    secrets: ['otp_key', 'transactional_key', 'promotional_key'],
    moves: [],
    harmless: { otp_sender: 'SHOPOT', dlt_entity_id: '1101234567890123456' },
    required: [
      'otp_key',
      'transactional_key',
      'promotional_key',
      'otp_sender',
      'transactional_sender',
      'promotional_sender',
    ],
  },
  {
    name: 'Twilio',
    channel: 'sms',
    settings: { account_sid: `AC${HEX}`, auth_token: 'top secret 1', from: '+14155550123' },
    secrets: ['auth_token'],
    moves: [[{ account_sid: `AC${HEX.replace('0', 'f')}` }, ['auth_token']]],
    harmless: { from: '', messaging_service_sid: `MG${HEX}` },
    required: ['account_sid', 'auth_token', 'from'],
  },
  {
    name: 'cloud_api',
    channel: 'whatsapp',
    settings: {
      token: 'top secret 1',
      app_secret: 'top secret 2',
      buisness_account_id: '1001',
      phone_number_id: '2002',
    },
    secrets: ['token', 'app_secret'],
    moves: [[{ buisness_account_id: '1002' }, ['token']]],
    harmless: { phone_number_id: '2003', app_id: '3003' },
    required: ['token', 'buisness_account_id', 'phone_number_id'],
  },
  {
    name: 'mobilepush',
    channel: 'mobilepush',
    settings: {
      fcm_service_account: serviceAccount('lumen'),
      apns_key_id: 'ABCDE12345',
      apns_team_id: 'TEAM123456',
      apns_bundle_id: 'com.example.shop',
      apns_key: pem('ec'),
    },
    secrets: ['fcm_service_account', 'apns_key'],
    moves: [
      [{ apns_key_id: 'OTHER12345' }, ['apns_key']],
      [{ apns_team_id: 'OTHER12345' }, ['apns_key']],
    ],
    harmless: { apns_bundle_id: 'com.example.store', apns_environment: 'development' },
    required: ['fcm_service_account'],
  },
]

const pathOf = ({ channel }: Sample) => `/api/notifications/${channel}/configuration`

/** As calls carry them: email's are in a field of their own, SMS names its provider beside them. */
function bodyOf({ name, channel }: Sample, settings: Record<string, unknown>): Record<string, unknown> {
  if (channel === 'email') return { configuration_type: name, configuration_setting: settings }
  return channel === 'sms' ? { provider: name, ...settings } : settings
}

function settingsIn({ channel }: Sample, data: unknown): Record<string, unknown> {
  const values = data as Record<string, unknown>
  return channel === 'email' ? (values['configuration_setting'] as Record<string, unknown>) : values
}

const nameIn = ({ channel }: Sample, field: string) => (channel === 'email' ? `configuration_setting.${field}` : field)

const send = (method: string, sample: Sample, at: ApplicationOwner, changes: Record<string, unknown> = {}, tail = '') =>
  call(method, `${pathOf(sample)}${tail}`, {
    bearer: at.bearer,
    body: bodyOf(sample, { ...sample.settings, ...changes }),
  })

const read = (sample: Sample, at: ApplicationOwner) => call('GET', pathOf(sample), { bearer: at.bearer })

async function configured(sample: Sample): Promise<ApplicationOwner> {
  const at = await kit.withApplication()
  expect((await send('POST', sample, at)).status).toBe(201)
  return at
}

async function storedSecrets({ applicationId }: ApplicationOwner): Promise<Record<string, string>> {
  const row = await database.kysely
    .selectFrom('channel_configuration')
    .where('application_id', '=', applicationId)
    .select(['configuration_id', 'secrets'])
    .executeTakeFirstOrThrow()
  const opened = kit.deps.secrets.open(row.secrets, `channel_configuration.secrets:${row.configuration_id}`)
  return JSON.parse(opened) as Record<string, string>
}

const withAll = (names: readonly string[], value: unknown) => Object.fromEntries(names.map(name => [name, value]))

describe.each(SAMPLES)('the settings of $name', sample => {
  const { secrets, settings } = sample
  const typed = Object.fromEntries(secrets.map(name => [name, settings[name]]))

  test('are null, set up once, answered with asterisks, and sealed', async () => {
    const at = await kit.withApplication()
    expect(await read(sample, at)).toMatchObject({ status: 200, body: { success: true, data: null } })
    const created = await send('POST', sample, at)
    expect(created.status).toBe(201)
    const shown = settingsIn(sample, created.data)
    expect(shown).toMatchObject({ ...settings, ...withAll(secrets, KEPT) })
    expect((await read(sample, at)).data).toEqual(created.data)
    expect((await send('POST', sample, at)).status).toBe(409)
    expect(await storedSecrets(at)).toEqual(typed)
    const { rows } = await database.pool.query('select to_jsonb(c)::text as row from channel_configuration c')
    for (const secret of Object.values(typed)) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('keep their secrets when they come absent, empty or as asterisks', async () => {
    const at = await configured(sample)
    for (const kept of [undefined, '', '***', KEPT]) {
      const changed = await send('PUT', sample, at, { ...sample.harmless, ...withAll(secrets, kept) })
      expect(changed.status).toBe(200)
      expect(await storedSecrets(at)).toEqual(typed)
    }
    expect(settingsIn(sample, (await read(sample, at)).data)).toMatchObject(withAll(secrets, KEPT))
  })

  test('ask for their secrets again when the account changes, for saving and for testing', async () => {
    const at = await configured(sample)
    for (const [move, asked] of sample.moves) {
      for (const [method, tail] of [
        ['PUT', ''],
        ['POST', '/test'],
      ] as const) {
        const refused = await send(method, sample, at, { ...move, ...withAll(secrets, KEPT) }, tail)
        expect(refused.status).toBe(400)
        expect(refused.body.errors?.map(({ field }) => field)).toEqual(asked.map(each => nameIn(sample, each)))
      }
      expect((await send('PUT', sample, at, move)).status).toBe(200)
      await send('PUT', sample, at)
    }
  })

  test('name what is missing', async () => {
    const refused = await call('POST', pathOf(sample), {
      bearer: (await kit.withApplication()).bearer,
      body: bodyOf(sample, {}),
    })
    expect(refused.status).toBe(400)
    const named = refused.body.errors?.map(({ field }) => field) ?? []
    const plain = sample.required.filter(field => !secrets.includes(field) && field !== 'from')
    // Fields first; what only the stored secrets or several fields together show is said once they are right.
    expect(named).toEqual(
      expect.arrayContaining((plain.length > 0 ? plain : sample.required).map(each => nameIn(sample, each))),
    )
    for (const field of sample.required) {
      const at = await kit.withApplication()
      const without = { ...(sample.name === 'mobilepush' ? withAll(Object.keys(settings), '') : {}), [field]: '' }
      const answer = await send('POST', sample, at, without)
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, nameIn(sample, field)])
    }
  })

  test('come as a form as well', async () => {
    const at = await kit.withApplication()
    const form = new FormData()
    for (const [name, value] of Object.entries(bodyOf(sample, settings))) {
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    const body = Buffer.from(await request.arrayBuffer())
    expect((await call('POST', pathOf(sample), { bearer: at.bearer, body, headers })).status).toBe(201)
    expect(await storedSecrets(at)).toEqual(typed)
  })

  test('go', async () => {
    const at = await configured(sample)
    expect((await call('DELETE', pathOf(sample), { bearer: at.bearer })).status).toBe(200)
    expect((await read(sample, at)).data).toBeNull()
    expect((await call('DELETE', pathOf(sample), { bearer: at.bearer })).status).toBe(404)
  })

  test('are tried without being stored', async () => {
    const at = await kit.withApplication()
    // Nothing answers where the providers of this test are.
    const trial = await send('POST', sample, at, {}, '/test')
    expect(trial.data).toMatchObject({ ok: false } satisfies Partial<ConfigurationTest>)
    expect((await read(sample, at)).data).toBeNull()
  })

  test('wait for an approver with their secrets sealed, and hold once they are approved', async () => {
    const owner = await kit.withApplication()
    const maker = await team.maker(owner)
    const approvalId = heldAs(await send('POST', sample, maker))
    const request = await team.read(owner, approvalId)
    const text = JSON.stringify([request, await team.trail(owner)])
    for (const secret of Object.values(typed)) expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect((await send('POST', sample, owner)).status).toBe(409)
    const health = async () => {
      const { data } = await call<ApplicationOverview>('GET', '/api/dashboard/overview', { bearer: owner.bearer })
      return data.channels[sample.channel]
    }
    expect(await health()).toBe('pending')
    expect((await team.decide(owner, approvalId, 'approve')).status).toBe(200)
    expect(await storedSecrets(owner)).toEqual(typed)
    expect(await health()).toBe('configured')
  })
})

describe('another provider', () => {
  const [ses, karix, twilio] = SAMPLES as readonly [Sample, Sample, Sample]

  test('is a change like any other, and brings its own secrets', async () => {
    const at = await configured(karix)
    const kept = await send('PUT', twilio, at, { auth_token: KEPT })
    expect([kept.status, kept.body.errors?.[0]?.field]).toEqual([400, 'auth_token'])
    const changed = await send('PUT', twilio, at)
    expect(changed.data).toMatchObject({ provider: 'Twilio', auth_token: KEPT })
    expect(changed.data).not.toHaveProperty('otp_key')
    expect(await storedSecrets(at)).toEqual({ auth_token: 'top secret 1' })
  })

  test('takes the place of a mail server, whose password is no key of it', async () => {
    const at = await kit.withApplication()
    const smtp = { sender_email: 'a@b.example', host: 'smtp.b.example', port_no: 587, username: 'b', password: 'pw' }
    const body = { configuration_type: 'smtp', configuration_setting: smtp }
    expect((await call('POST', pathOf(ses), { bearer: at.bearer, body })).status).toBe(201)
    expect((await send('PUT', ses, at, { access_key: KEPT })).status).toBe(400)
    expect((await send('PUT', ses, at)).data).toMatchObject({ configuration_type: 'aws_ses' })
    expect((await send('PUT', { ...ses, name: 'sendmail' }, at)).status).toBe(400)
  })
})

describe('the address that a provider reports to', () => {
  const whatsapp = SAMPLES.find(({ channel }) => channel === 'whatsapp') as Sample
  const shown = async (at: ApplicationOwner) =>
    (await read(whatsapp, at)).data as { hook_url: string; verify_token: string }

  test('is shown, stays through changes, and is another one when asked for', async () => {
    const at = await configured(whatsapp)
    const first = await shown(at)
    expect(first.hook_url).toMatch(/\/hooks\/cloud_api\/[\w-]{20,}$/)
    expect(first.verify_token).toMatch(/^[\w-]{20,}$/)
    await send('PUT', whatsapp, at, whatsapp.harmless)
    expect(await shown(at)).toMatchObject({ hook_url: first.hook_url, verify_token: first.verify_token })
    const rotated = await call<{ hook_url: string }>('POST', `${pathOf(whatsapp)}/hook-token`, { bearer: at.bearer })
    expect(rotated.status).toBe(200)
    expect(rotated.data.hook_url).not.toBe(first.hook_url)
    expect(await shown(at)).toMatchObject({ hook_url: rotated.data.hook_url, verify_token: first.verify_token })
  })

  test('is for those alone who may change the settings, and so is what was generated for it', async () => {
    const at = await configured(whatsapp)
    const { hook_url: address, verify_token: token } = await shown(at)
    const member = async (level: 1 | 2 | 3, approve: 0 | 1 = 0) => {
      const permissions = { [ACTIVITY.platformWhatsapp]: [level, approve] } as PermissionSet
      return team.addMember(at, await team.addRole(at, { permissions }))
    }
    const masked = { hook_url: address.replace(/(?<=\/)[^/]+$/, KEPT), verify_token: KEPT }
    expect(await shown(await member(1))).toMatchObject(masked)
    expect(await shown(await member(2))).toMatchObject(masked)
    expect(await shown(await member(3))).toMatchObject({ hook_url: address, verify_token: token })
    heldAs(await send('PUT', whatsapp, await team.maker(at), whatsapp.harmless))
    const requests = await call('GET', '/api/approvals', { bearer: (await member(1, 1)).bearer })
    expect(requests.data).toHaveLength(1)
    expect(JSON.stringify(requests.body)).not.toContain(token)
    const fresh = await kit.withApplication()
    const creator = await team.addMember(
      fresh,
      await team.addRole(fresh, { permissions: { [ACTIVITY.platformWhatsapp]: [2, 1] } as PermissionSet }),
    )
    expect((await send('POST', whatsapp, creator)).data).toMatchObject({ verify_token: KEPT })
  })

  test('is not to be had before there are settings, nor while a change of them waits', async () => {
    const owner = await kit.withApplication()
    const rotate = () => call('POST', `${pathOf(whatsapp)}/hook-token`, { bearer: owner.bearer })
    expect((await rotate()).status).toBe(404)
    await send('POST', whatsapp, owner)
    heldAs(await send('PUT', whatsapp, await team.maker(owner), whatsapp.harmless))
    expect((await rotate()).status).toBe(409)
  })
})

test('a secret that need not be there can be taken away, one that must cannot', async () => {
  const whatsapp = SAMPLES.find(({ channel }) => channel === 'whatsapp') as Sample
  const at = await configured(whatsapp)
  expect((await send('PUT', whatsapp, at, { app_secret: null })).status).toBe(200)
  expect(await storedSecrets(at)).toEqual({ token: 'top secret 1' })
  expect((await send('PUT', whatsapp, at, { token: null })).body.errors?.[0]?.field).toBe('token')
})

test.each([
  ['apns_key', pem('rsa'), 'channels.appleKey'],
  ['apns_key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'channels.appleKey'],
  ['fcm_service_account', '{"type":"service_account"}', 'channels.serviceAccount'],
  [
    'fcm_service_account',
    JSON.stringify({ ...JSON.parse(serviceAccount('lumen')), private_key: pem('ec') }),
    'channels.serviceAccountKey',
  ],
])('a key of mobile push that cannot sign is refused at %s', async (field, secret, key) => {
  const mobilepush = SAMPLES.find(({ channel }) => channel === 'mobilepush') as Sample
  const refused = await send('POST', mobilepush, await kit.withApplication(), { [field]: secret })
  expect([refused.status, refused.body.errors?.[0]]).toMatchObject([400, { field, key }])
})
