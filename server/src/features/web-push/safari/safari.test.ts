/** Safari 7 to 15 the whole way as they see it: settings, package, leave given and taken back. */
import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { siteOf } from '../settings/sites.ts'
import { directTarget } from '../../../channels/webpush/safari-settings.ts'
import { clickToken, signDelivery } from '../../../lib/delivery-token.ts'
import { testApp } from '../../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../../testing/approvals.ts'
import { appleAuthority, png } from '../../../testing/channels/apple-certificates.ts'
import {
  apple,
  SAFARI_PATH,
  type SafariForm,
  safariForm,
  sendSafari,
  setUpSafari,
  SITE,
  SITE_PATH,
  WEBSITE_PUSH_ID,
} from '../../../testing/channels/safari-site.ts'

const kit = await testApp()
const { call, database } = kit

const ORIGIN = 'https://lumen.example'
const ID = WEBSITE_PUSH_ID
const PATH = SAFARI_PATH
const file = (name: string, content: Buffer) => ({ name, content })
const form = safariForm
const send = (method: 'POST' | 'PUT', bearer: string, fields: SafariForm) => sendSafari(kit, method, bearer, fields)

async function withSite() {
  const at = await kit.withApplication()
  expect((await call('POST', SITE_PATH, { bearer: at.bearer, body: SITE })).status).toBe(201)
  return at
}

/** A site that asks Safari. */
async function withSafari(changes: SafariForm = {}) {
  const at = await kit.withApplication()
  await setUpSafari(kit, at.bearer, changes)
  return at
}

test('it is set up beside web push, read without its secrets, changed and removed', async () => {
  const lonely = await kit.withApplication()
  expect((await send('POST', lonely.bearer, form())).status).toBe(409)
  const { bearer } = await withSite()
  expect((await call('GET', PATH, { bearer })).data).toBeNull()
  const early = await call('PUT', SITE_PATH, { bearer, body: { ...SITE, platform: 1 } })
  expect([early.status, early.body.errors?.[0]?.field]).toEqual([400, 'platform'])

  const made = await send('POST', bearer, form({ icon_16: file('16.png', png(16)) }))
  expect(made.status).toBe(201)
  expect(made.data).toMatchObject({
    webpush_id: ID,
    website_name: 'Lumen',
    p12CertificateName: 'lumen.p12',
    password: '********',
    icon_sizes: [256, 16],
    certificate: { state: 'valid', has_intermediate: true, issuer: 'CN=Test Worldwide Developer Relations' },
    subscribers: 0,
  })
  expect(made.data.certificate.subject).toContain(`UID=${ID}`)
  const { rows } = await database.pool.query('select settings::text, secrets from channel_configuration')
  expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY')
  expect(JSON.stringify([made.body, (await call('GET', SITE_PATH, { bearer })).body])).not.toMatch(
    /PRIVATE|BEGIN|secret"/,
  )
  expect((await send('POST', bearer, form())).status).toBe(409)

  // Files and password stay away: they are kept.
  const renamed = await send('PUT', bearer, { webpush_id: ID, website_name: 'Lumen & Co', password: '' })
  expect([renamed.status, renamed.data.website_name, renamed.data.icon_sizes]).toEqual([200, 'Lumen & Co', [256, 16]])
  const other = await send('PUT', bearer, { webpush_id: 'web.com.other', website_name: 'Lumen', password: '' })
  expect([other.status, other.body.errors?.[0]?.field]).toEqual([400, 'certificate'])

  const on = await call('PUT', SITE_PATH, { bearer, body: { ...SITE, platform: 1 } })
  expect(on.data).toMatchObject({ platform: 1 })
  expect((await call('DELETE', PATH, { bearer })).status).toBe(200)
  expect((await call('GET', PATH, { bearer })).data).toBeNull()
  expect((await call('GET', SITE_PATH, { bearer })).data).toMatchObject({ platform: 0, site_name: 'Lumen' })
  expect((await call('DELETE', PATH, { bearer })).status).toBe(404)
})

test('what is wrong with a certificate is said at its field', async () => {
  const { bearer } = await withSite()
  const year = 365 * 86_400_000
  const past = { from: new Date(Date.now() - 2 * year), until: new Date(Date.now() - year) }
  const future = { from: new Date(Date.now() + year), until: new Date(Date.now() + 2 * year) }
  const stranger = Buffer.from(appleAuthority().intermediate)
  const broken: [string, RegExp, SafariForm][] = [
    ['certificate', /isn’t a .p12/, form({ certificate: file('lumen.pem', apple.p12(ID)) })],
    ['certificate', /isn’t a .p12/, form({ certificate: file('lumen.p12', Buffer.from('no certificate')) })],
    ['certificate', /Choose the .p12 certificate/, form({ certificate: null })],
    ['password', /Wrong certificate password/, form({ password: 'wrong' })],
    ['password', /required/, form({ password: '' })],
    // Opening it would take hours.
    ['certificate', /can’t be read/, form({}, { iterations: 2_147_483_647 })],
    ['certificate', /no private key/, form({}, { without: 'key' })],
    ['certificate', /expired on 20\d\d-/, form({}, past)],
    ['certificate', /valid from 20\d\d-/, form({}, future)],
    ['certificate', /is for web.com.example.lumen, not for web.com.other/, form({ webpush_id: 'web.com.other' })],
    ['certificate', /has no website push ID/, form({}, { without: 'id' })],
    ['intermediate', /Test Worldwide/, form({ intermediate: file('wwdr.pem', stranger) }, { without: 'intermediate' })],
    ['webpush_id', /website push ID/, form({ webpush_id: 'com.example' })],
    ['website_name', /required/, form({ website_name: ' ' })],
    ['icon', /256/, form({ icon: null })],
    ['icon', /256/, form({ icon: file('icon.png', png(128)) })],
    ['icon', /256/, form({ icon: file('icon.png', Buffer.from('GIF89a')) })],
  ]
  for (const [field, words, fields] of broken) {
    const { status, body } = await send('POST', bearer, fields)
    expect([field, String(words), status, body.errors?.[0]?.field]).toEqual([field, String(words), 400, field])
    expect(body.errors?.[0]?.message).toMatch(words)
  }
  const [first] = (await send('POST', bearer, form({ certificate: file('a.p12', Buffer.from('x')) }))).body.errors ?? []
  expect(first?.key).toBe('common.p12File')
  const bare = await send('POST', bearer, form({}, { without: 'intermediate' }))
  expect(bare.data.certificate.has_intermediate).toBe(false)
  const mended = await send('PUT', bearer, {
    ...form({ certificate: null, icon: null, password: '' }),
    intermediate: file('wwdr.pem', Buffer.from(apple.intermediate)),
  })
  expect(mended.data.certificate.has_intermediate).toBe(true)
})

test('what a maker hands in waits sealed, is corrected without being chosen again, and counts once it is approved', async () => {
  const team = approvalTeamOf(kit)
  const { bearer, ...rest } = await kit.withApplication()
  const owner = { bearer, ...rest }
  await call('POST', SITE_PATH, { bearer, body: SITE })
  const maker = await team.maker(owner)
  const first = heldAs(await send('POST', maker.bearer, form({ website_name: 'Lumen!' })))
  const asked = await team.read(owner, first)
  expect(asked).toMatchObject({
    command: 'safari.create',
    payload: { webpush_id: ID, certificate: '********', password: '********', p12CertificateName: 'lumen.p12' },
  })
  expect((await call('GET', PATH, { bearer })).data).toBeNull()
  expect((await send('POST', bearer, form())).status).toBe(409)
  await team.decide(owner, first, 'reject', 'The name, please')
  const { icon, iconset } = (asked?.payload ?? {}) as { icon: string; iconset: string }
  const corrected = { ...form(), certificate: null, password: '', icon, iconset }
  const second = heldAs(await sendSafari(kit, 'POST', maker.bearer, corrected, `?reopens=${first}`))
  expect((await team.decide(owner, second, 'approve')).status).toBe(200)
  expect((await call('GET', PATH, { bearer })).data).toMatchObject({ webpush_id: ID, website_name: 'Lumen', icon })
  const waits = heldAs(await send('PUT', maker.bearer, { webpush_id: ID, website_name: 'Lumen & Co' }))
  expect((await call('GET', PATH, { bearer })).data).toMatchObject({ approval_uuid: waits, website_name: 'Lumen' })
  const trail = JSON.stringify(await team.trail(owner, 'safari'))
  expect(trail).toContain('safari.create')
  expect(trail).not.toContain(apple.p12(ID).toString('base64').slice(0, 40))
})

interface Visitor {
  app_id: string
  visitor: string
  language?: string
  timezone?: string
}

const visitorOf = (applicationId: string): Visitor => ({
  app_id: applicationId,
  visitor: randomUUID(),
  language: 'hi',
  timezone: 'Asia/Kolkata',
})

async function packageOf(visitor: Visitor, id = ID) {
  const answer = await kit.app.inject({ method: 'POST', url: `/sdk/safari/v2/pushPackages/${id}`, payload: visitor })
  return { status: answer.statusCode, type: answer.headers['content-type'], file: answer.rawPayload }
}

/** The word in a package. */
async function tokenFor(visitor: Visitor): Promise<string> {
  const { file: zip } = await packageOf(visitor)
  const website = JSON.parse(Buffer.from(unzipSync(zip)['website.json'] ?? []).toString()) as Record<string, unknown>
  return String(website['authenticationToken'])
}

const register = (method: string, device: string, token: string | null, id = ID) =>
  call(method, `/sdk/safari/v2/devices/${device}/registrations/${id}`, {
    headers: token === null ? {} : { authorization: `ApplePushNotifications ${token}` },
  })

const devices = (applicationId: string) =>
  database.kysely.selectFrom('device').where('application_id', '=', applicationId).selectAll().execute()

const DEVICE = 'ab'.repeat(32)

test('the package is what Apple describes: names, pictures, hashes, and a signature that openssl accepts', async () => {
  const { applicationId } = await withSafari({ icon_32: file('32.png', png(32)) })
  const { status, type, file: zip } = await packageOf(visitorOf(applicationId))
  expect([status, type]).toEqual([200, 'application/zip'])
  const files = unzipSync(zip)
  const sizes = [16, 32, 128].flatMap(size => [`icon_${size}x${size}.png`, `icon_${size}x${size}@2x.png`])
  const signed = [...sizes.map(name => `icon.iconset/${name}`), 'website.json']
  expect(Object.keys(files).toSorted()).toEqual([...signed, 'manifest.json', 'signature'].toSorted())
  const text = (name: string) => Buffer.from(files[name] ?? []).toString()
  const manifest = JSON.parse(text('manifest.json')) as Record<string, unknown>
  expect(manifest).toEqual(
    Object.fromEntries(
      signed.map(path => [
        path,
        {
          hashType: 'sha512',
          hashValue: createHash('sha512')
            .update(files[path] ?? '')
            .digest('hex'),
        },
      ]),
    ),
  )
  expect(files['icon.iconset/icon_16x16@2x.png']).toEqual(new Uint8Array(png(32)))
  expect(JSON.parse(text('website.json'))).toEqual({
    websiteName: 'Lumen',
    websitePushID: ID,
    allowedDomains: [ORIGIN],
    urlFormatString: 'http://localhost:3000/sdk/safari/open/%@',
    webServiceURL: 'http://localhost:3000/sdk/safari',
    authenticationToken: expect.stringMatching(/^[\w-]{66,}$/) as string,
  })

  const folder = mkdtempSync(join(tmpdir(), 'notifly-safari-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const written = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const verify = (content: string | Uint8Array) =>
    execFileSync(
      'openssl',
      ['cms', '-verify', '-binary', '-inform', 'DER', '-purpose', 'any']
        .concat(['-in', written('signature', files['signature'] ?? new Uint8Array())])
        .concat(['-content', written('manifest.json', content)])
        .concat(['-CAfile', written('root.pem', apple.root), '-out', join(folder, 'out')]),
      { stdio: 'pipe' },
    )
  verify(files['manifest.json'] ?? '')
  expect(() => verify('{}')).toThrow(/digest|verif/i)
})

test('whoever gave leave is kept with their browser, and lost when they take it back', async () => {
  const { applicationId } = await withSafari()
  const visitor = visitorOf(applicationId)
  const token = await tokenFor(visitor)
  expect((await register('POST', DEVICE.toUpperCase(), token)).status).toBe(200)
  expect((await register('POST', DEVICE, token)).status).toBe(200)
  const [device, ...others] = await devices(applicationId)
  expect(others).toEqual([])
  expect(device).toMatchObject({
    channel: 'webpush',
    platform: 'safari',
    endpoint: DEVICE,
    keys: null,
    about: { visitor: visitor.visitor, language: 'hi' },
    retired_at: null,
  })
  const contact = await database.kysely
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .select(['lang', 'timezone'])
    .execute()
  expect(contact).toEqual([{ lang: 'hi', timezone: 'Asia/Kolkata' }])
  const another = await tokenFor(visitorOf(applicationId))
  expect((await register('DELETE', DEVICE, another)).status).toBe(401)
  expect((await register('DELETE', DEVICE, token)).status).toBe(200)
  expect(await devices(applicationId)).toMatchObject([{ retired_reason: 'unsubscribed' }])

  // The page of the site tells the same.
  const told = (origin: string) =>
    call<{ is_new: boolean }>('POST', '/sdk/v1/safari', {
      body: new URLSearchParams({ ...visitor, device_token: DEVICE }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    })
  expect((await told('https://evil.example')).status).toBe(403)
  expect((await told(ORIGIN)).data.is_new).toBe(false)
  expect(await devices(applicationId)).toMatchObject([{ retired_at: null }])
})

test('a click leads on to a tracked link, or to an address with the word of the site', async () => {
  const { applicationId } = await withSafari()
  const site = await siteOf(kit.deps, applicationId)
  const open = async (target: string) => {
    const { statusCode, headers } = await kit.app.inject(`/sdk/safari/open/${target}`)
    return [statusCode, headers.location]
  }
  const runId = randomUUID()
  const tracked = clickToken(signDelivery(kit.deps.secrets, { applicationId, runId, seq: 1 }), 0)
  expect(await open(tracked)).toEqual([302, `/t/c/${tracked}`])
  const page = 'https://elsewhere.example/lamps?a=1'
  expect(await open(directTarget(applicationId, site?.vapid_private_key ?? '', page))).toEqual([302, page])
  for (const wrong of [
    directTarget(applicationId, 'another key', page),
    directTarget(randomUUID(), site?.vapid_private_key ?? '', page),
    'x',
  ]) {
    expect(await open(wrong)).toEqual([404, undefined])
  }
})

test('tokens that are not ours, not for this site, or not for this application open nothing', async () => {
  const [ours, theirs] = [await withSafari(), await withSafari()]
  const token = await tokenFor(visitorOf(ours.applicationId))
  const forged = `${token.slice(0, 10)}${token[10] === 'A' ? 'B' : 'A'}${token.slice(11)}`
  for (const wrong of [null, '', 'x'.repeat(90), forged, token.slice(0, -2)]) {
    expect([wrong, (await register('POST', DEVICE, wrong)).status]).toEqual([wrong, 401])
  }
  expect((await register('POST', DEVICE, token, 'web.com.other')).status).toBe(401)
  expect((await register('POST', 'not-hex', token)).status).toBe(404)
  expect((await register('POST', DEVICE, token)).status).toBe(200)
  expect(await devices(theirs.applicationId)).toEqual([])
  expect((await packageOf(visitorOf(ours.applicationId), 'web.com.other')).status).toBe(404)
  expect((await packageOf(visitorOf(randomUUID()))).status).toBe(404)
  // Switched off: no package, and tokens of before are for nothing.
  await call('PUT', SITE_PATH, { bearer: ours.bearer, body: { ...SITE, platform: 0 } })
  expect((await packageOf(visitorOf(ours.applicationId))).status).toBe(404)
  expect((await register('POST', DEVICE, token)).status).toBe(401)
  await call('DELETE', PATH, { bearer: ours.bearer })
  expect(await devices(ours.applicationId)).toMatchObject([{ retired_reason: 'replaced' }])
  const log = (body: object) => call('POST', '/sdk/safari/v2/log', { body })
  expect((await log({ logs: ['Signature verification of push package failed', 7] })).status).toBe(200)
  expect((await log({ logs: [{ toString: null }, ['x']] })).status).toBe(200)
  const deep = '['.repeat(4000) + ']'.repeat(4000)
  expect((await log({ logs: [JSON.parse(deep)] })).status).toBe(400)
  for (let n = 0; n < 28; n++) await log({})
  expect((await log({ logs: [] })).status).toBe(429)
})
