import type { SenderAuthentication } from '@notifly/contracts/channel-settings/authentication'
import type { Attention } from '@notifly/contracts/dashboards/attention'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { ensureLeaves } from '../../../db/partitions.ts'
import type { ApplicationOwner } from '../../../testing/app.ts'
import { testApp } from '../../../testing/app.ts'
import { approvalTeamOf } from '../../../testing/approvals.ts'
import { openRun } from '../../../testing/engine/world.ts'
import { dataFolder } from '../../../testing/engine/workers.ts'

const sandbox = await startSandbox({ port: 0, smtpPort: 0, pace: 0, dataDir: dataFolder() })
afterAll(() => sandbox.stop())
const kit = await testApp({ config: { dnsServers: [`127.0.0.1:${sandbox.dnsPort}`] } })

const PATH = '/api/notifications/email/authentication'
const read = ({ bearer }: ApplicationOwner, query = '', at = kit) =>
  at.call<SenderAuthentication | null>('GET', PATH + query, { bearer })

const { privateKey } = generateKeyPairSync('ed25519')
const dkim = {
  dkim_domain: 'shop.example',
  dkim_selector: 's1',
  dkim_private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

async function setUp(at: typeof kit, sender: string, more: object = {}): Promise<ApplicationOwner> {
  const owner = await at.withApplication()
  const configuration_setting = { sender_email: sender, host: '127.0.0.1', port_no: sandbox.smtpPort, ...more }
  const body = { configuration_type: 'smtp', configuration_setting: JSON.stringify(configuration_setting) }
  const { status } = await at.call('POST', '/api/notifications/email/configuration', { bearer: owner.bearer, body })
  if (status !== 201) throw new Error(`Email could not be set up: ${status}`)
  return owner
}

const publish = (domain: string, records: Record<string, string>) =>
  fetch(`${sandbox.url}/api/dns/${domain}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      records: Object.entries(records).map(([name, value]) => ({ name, type: 'TXT', value })),
    }),
  })

const statesOf = (data: SenderAuthentication | null) => data && [data.spf.state, data.dkim.state, data.dmarc.state]

test('what is missing comes with the record to add; once added, it is in order when it is checked again', async () => {
  const owner = await setUp(kit, 'News@Shop.example', dkim)
  const { status, data } = await read(owner)
  expect([status, statesOf(data), data?.domain]).toEqual([200, ['missing', 'missing', 'missing'], 'shop.example'])
  expect(data?.spf).toMatchObject({
    said: { key: 'authentication.spfMissing', values: { domain: 'shop.example' } },
    found: null,
    record: { host: 'shop.example', type: 'TXT' },
  })
  const key = data?.dkim.record
  expect(key).toMatchObject({ host: 's1._domainkey.shop.example', value: expect.stringContaining('k=ed25519; p=') })
  await publish('shop.example', {
    '@': 'v=spf1 ip4:127.0.0.1 -all',
    's1._domainkey': key?.value ?? '',
    _dmarc: 'v=DMARC1; p=reject',
  })
  expect(statesOf((await read(owner)).data)).toEqual(['missing', 'missing', 'missing'])
  const again = (await read(owner, '?again=true')).data
  expect(statesOf(again)).toEqual(['ok', 'ok', 'ok'])
  expect(again?.spf.found).toBe('v=spf1 ip4:127.0.0.1 -all')

  await publish('shop.example', { '@': 'v=spf1 -all' })
  expect(statesOf((await read(owner)).data)).toEqual(['ok', 'ok', 'ok'])
  kit.clock.advance(61_000)
  expect(statesOf((await read(owner)).data)).toEqual(['warning', 'missing', 'missing'])
})

test('the sender of the demo has SPF and DMARC, and another key than its own', async () => {
  const plain = await setUp(kit, 'hello@harborandpine.example')
  expect(statesOf((await read(plain)).data)).toEqual(['ok', 'warning', 'ok'])
  const signing = await setUp(kit, 'hello@harborandpine.example', { ...dkim, dkim_domain: 'harborandpine.example' })
  const { data } = await read(signing)
  expect([statesOf(data), data?.dkim.said.key]).toEqual([['ok', 'wrong', 'ok'], 'authentication.dkimOther'])
})

test('without email there is nothing to check, and Amazon SES signs by itself', async () => {
  const owner = await kit.withApplication()
  expect(await read(owner)).toMatchObject({ status: 200, data: null })
  const configuration_setting = {
    sender_email: 'a@shop.example',
    region: 'eu-west-1',
    access_id: 'AKIA',
    access_key: 'secret',
  }
  const body = { configuration_type: 'aws_ses', configuration_setting }
  await kit.call('POST', '/api/notifications/email/configuration', { bearer: owner.bearer, body })
  const { data } = await read(owner)
  expect([data?.spf.record?.value, data?.dkim]).toMatchObject([
    'v=spf1 include:amazonses.com -all',
    { state: 'unknown', said: { key: 'authentication.dkimSes' }, record: null },
  ])
})

test(
  'a resolver that never answers, and one that is not there, are told as such in five seconds',
  { timeout: 20_000 },
  async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    const away = await testApp({ config: { dnsServers: [`127.0.0.1:${silent.address().port}`] } })
    const owner = await setUp(away, 'news@shop.example', dkim)
    const startedAt = performance.now()
    const { status, data } = await read(owner, '', away)
    expect([status, statesOf(data)]).toEqual([200, ['unknown', 'unknown', 'unknown']])
    expect((performance.now() - startedAt) / 1000).toBeLessThan(8)
    expect(data?.dmarc.said.key).toBe('authentication.dnsSilent')
    silent.close()
    const refused = (await read(owner, '?again=true', away)).data
    expect(refused?.spf).toMatchObject({ state: 'unknown', record: null })
  },
)

test('a domain that receivers can’t verify needs attention once emails are sent, for those who may see it', async () => {
  await ensureLeaves(kit.database, kit.clock.now())
  const owner = await setUp(kit, 'news@unproven.example')
  const attention = async (bearer = owner.bearer) =>
    (await kit.call<Attention>('GET', '/api/dashboard/attention', { bearer })).data.unauthenticated_domain
  expect(await attention()).toBeNull()
  await openRun(kit.database, owner.applicationId)
  expect(await attention()).toEqual({ domain: 'unproven.example', parts: ['spf', 'dmarc'] })
  const team = approvalTeamOf(kit)
  const writer = await team.addMember(owner, await team.addRole(owner, { permissions: { 101: [1, 0] } }))
  expect(await attention(writer.bearer)).toBeNull()

  await publish('unproven.example', { '@': 'v=spf1 ip4:127.0.0.1 -all', _dmarc: 'v=DMARC1; p=reject' })
  await read(owner, '?again=true')
  expect(await attention()).toBeNull()
})
