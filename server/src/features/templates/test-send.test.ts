import { generateKeyPairSync } from 'node:crypto'
import type { EmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { TestMailResult } from '@notifly/contracts/templates/templates'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { rebuildActivity } from '../../testing/engine/activity.ts'
import { STATE } from '../../engine/states.ts'
import { newProgram } from '../../testing/programs.ts'
import { deliveryCounts, runCounts } from '../../testing/engine/world.ts'
import { startWorkerForFile } from '../../testing/engine/workers.ts'
import { startMisbehavingSmtp, type SmtpScript } from '../../testing/channels/misbehaving-smtp.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'

const kit = await testApp()
await startWorkerForFile(kit)
const { call, database } = kit
// Takes every mail and keeps it.
const server = await startMisbehavingSmtp({ ehlo: '250-x\r\n250 AUTH PLAIN' })
afterAll(() => server.close())
const CONFIGURATION = '/api/notifications/email/configuration'
const HTML = '<p>Grüße, {{ first_name | default: "you" }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'

async function connected(port: number | string, settings: object = {}): Promise<ApplicationOwner> {
  const at = await kit.withApplication()
  const created = await call('POST', CONFIGURATION, {
    bearer: at.bearer,
    body: {
      configuration_type: 'smtp',
      configuration_setting: {
        sender_email: 'news@shop.example',
        from_name: 'The shop',
        host: '127.0.0.1',
        port_no: port,
        username: 'shop',
        password: 'secret',
        security: 'none',
        ...settings,
      },
    },
  })
  expect(created.status).toBe(201)
  return at
}

const withMailbox = (settings: object = {}) => connected(server.port, settings)
function mailTo(address: string): Promise<Email> {
  const found = server.mails.find(mail => mail.to === address)
  if (found === undefined) throw new Error(`no mail to ${address}`)
  return PostalMime.parse(found.content)
}
const send = (at: { bearer: string }, body: object) =>
  call<TestMailResult[]>('POST', '/api/notifications/email/test', { bearer: at.bearer, body })
const content = { subject: 'Hello {{ email | default: "there" }}', preheader: 'Inside & out', html: HTML }
const fresh = () => `someone-${crypto.randomUUID()}@example.com`

async function against(script: SmtpScript, work: (at: ApplicationOwner) => Promise<void>): Promise<void> {
  const faulty = await startMisbehavingSmtp({ ehlo: '250-x\r\n250 AUTH PLAIN', ...script })
  try {
    await work(await connected(faulty.port))
  } finally {
    await faulty.close()
  }
}

describe('a test mail', () => {
  test('goes to the caller, with exactly the content', async () => {
    const at = await withMailbox()
    const { status, data } = await send(at, { content })
    expect([status, data]).toMatchObject([
      200,
      [{ receiver: at.email, ok: true, message: expect.stringContaining('The server accepted the email') }],
    ])
    const mail = await mailTo(at.email)
    expect(mail.subject).toBe('Hello there')
    expect(mail.from).toEqual({ name: 'The shop', address: 'news@shop.example' })
    expect(mail.html).toContain('<p>Grüße, you</p>')
    expect(mail.html).toContain('Inside &amp; out')
    expect(mail.text).toContain('Grüße, you')
  })

  test('is compiled from MJML, of a template or of its own', async () => {
    const at = await withMailbox()
    const mjml = (words: string) =>
      `<mjml><mj-body><mj-section><mj-column><mj-text>${words} {{ first_name | default: "you" }}</mj-text></mj-column></mj-section></mj-body></mjml>`
    const saved = await call<{ template_uuid: string }>('POST', '/api/template', {
      bearer: at.bearer,
      body: { type: 'Email', name: 'Compiled', subject: 'Hello', mode: 'mjml', mjml: mjml('Saved for') },
    })
    const template_id = saved.data.template_uuid
    const [kept, changed] = [fresh(), fresh()]
    await send(at, { template_id, content: { subject: 'Hi' }, receivers: [kept] })
    expect((await mailTo(kept)).html).toContain('>Saved for you</div>')
    await send(at, { template_id, content: { mode: 'mjml', mjml: mjml('Typed for') }, receivers: [changed] })
    const mail = await mailTo(changed)
    expect([mail.subject, mail.text?.trim()]).toEqual(['Hello', expect.stringMatching(/^Typed for you\n/)])
    const broken = await send(at, { content: { subject: 'Hi', mode: 'mjml', mjml: '<mjml>' } })
    expect([broken.status, broken.body.errors?.[0]?.field]).toEqual([400, 'mjml'])
  })

  test('can be a saved template, with parts of it replaced, for several receivers', async () => {
    const at = await withMailbox()
    const saved = await call<{ template_uuid: string }>('POST', '/api/template', {
      bearer: at.bearer,
      body: { type: 'Email', name: 'Welcome', ...content },
    })
    const receivers = [fresh(), fresh()]
    const { data } = await send(at, {
      template_id: saved.data.template_uuid,
      template_type: 'Email',
      content: { subject: 'Another subject' },
      from_name: 'Asha',
      receivers: [...receivers, receivers[0]?.toUpperCase().replace('@EXAMPLE.COM', '@example.com')],
    })
    expect(data.map(result => result.ok)).toEqual([true, true])
    const mails = await Promise.all(receivers.map(receiver => mailTo(receiver)))
    expect(mails.map(mail => [mail.subject, mail.from?.name])).toEqual([
      ['Another subject', 'Asha'],
      ['Another subject', 'Asha'],
    ])
  })

  test('is signed where DKIM is set up', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const at = await withMailbox({
      dkim_domain: 'shop.example',
      dkim_selector: 's1',
      dkim_private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    })
    await send(at, { content })
    const { headers } = await mailTo(at.email)
    expect(headers.find(header => header.key === 'dkim-signature')?.value).toContain('a=ed25519-sha256')
  })

  test('says that email is not set up', async () => {
    const refused = await send(await kit.withApplication(), { content })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('isn’t set up')])
  })

  test.each([
    ['content', {}],
    ['template_id', { template_id: crypto.randomUUID() }],
    ['html', { content: { html: '{{#if x}}' } }],
    ['receivers', { content, receivers: ['nobody'] }],
    ['contact_uuid', { content, contact_uuid: crypto.randomUUID() }],
  ])('is refused at %s', async (field, body) => {
    const refused = await send(await withMailbox(), body)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
  })
})

describe('each result in words', () => {
  test('a wrong password, which the settings page then shows', () =>
    against({ auth: '535 5.7.8 no' }, async at => {
      const { data } = await send(at, { content })
      expect(data).toMatchObject([
        {
          receiver: at.email,
          ok: false,
          message: expect.stringContaining('refused the username or password'),
          ...sentence('reasons.withAnswer', {
            reason: sentence('reasons.email.wrong_password'),
            answer: '535 5.7.8 no',
          }),
        },
      ])
      const { data: settings } = await call<EmailConfiguration>('GET', CONFIGURATION, { bearer: at.bearer })
      expect(settings.failure?.message).toContain('refused the username or password')
    }))

  test('a mailbox that does not exist beside one that does', () =>
    against({ rcpt: (_, line) => (line.includes('gone') ? '550 5.1.1 no such user' : '250 ok') }, async at => {
      const receivers = ['gone@example.com', fresh()]
      const { data } = await send(at, { content, receivers })
      expect(data.map(result => result.ok)).toEqual([false, true])
      expect(data[0]?.message).toContain('The mailbox does not exist.')
      expect(data[0]?.message).toContain('550')
    }))

  test('a server that is not there', async () => {
    const at = await connected(1)
    const { data } = await send(at, { content, receivers: [fresh(), fresh()] })
    expect(data.map(result => result.message)).toEqual([
      expect.stringContaining('isn’t listening on this port'),
      expect.stringContaining('isn’t listening on this port'),
    ])
  })

  test('a value that no mail can carry', async () => {
    const at = await withMailbox()
    const { data } = await send(at, { content: { ...content, html: '<a href="{{ email }}x">x</a>' } })
    expect(data[0]).toMatchObject({ ok: false, message: expect.stringContaining('isn’t an http or https URL') })
  })
})

test('a test is a message that is tried once, counts nowhere, and keeps nothing of what it said', () =>
  against({ rcpt: (_, line) => (line.includes('later') ? '451 4.2.1 try again' : '250 ok') }, async at => {
    const { applicationId } = at
    await database.pool.query(
      `insert into suppression (application_id, channel, address_key, reason, created_at)
       values ($1, 'email', 'left@example.com', 'unsubscribe', now()), ($1, 'email', 'dead@example.com', 'hard_bounce', now())`,
      [applicationId],
    )
    const receivers = ['later@example.com', 'left@example.com', 'dead@example.com']
    const { data } = await send(at, { content, receivers })
    expect(data.map(({ ok, message }) => [ok, message])).toEqual([
      [false, expect.stringContaining('451 4.2.1 try again')],
      [true, expect.stringContaining('The server accepted the email')],
      [false, expect.stringContaining('bounced')],
    ])
    const { rows: runs } = await database.pool.query<{ run_id: string }>(
      'select run_id from run where application_id = $1 and is_test',
      [applicationId],
    )
    const runId = runs[0]?.run_id ?? ''
    expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: 1, [STATE.failed]: 1, [STATE.skipped]: 1 })
    expect(await runCounts(database, runId)).toEqual(await deliveryCounts(database, runId))
    const { rows: batches } = await database.pool.query('select done from batch where run_id = $1', [runId])
    expect(batches).toEqual([{ done: true }])
    await rebuildActivity(database, { applicationId, runId })
    for (const table of ['activity_quarter', 'activity_detail', 'message where data is not null']) {
      expect((await database.pool.query(`select from ${table}`)).rowCount).toBe(0)
    }
    const program = await newProgram(kit, at, ['messages:read'])
    expect((await program.call('GET', '/api/v1/messages')).data).toEqual({ messages: [], next: null })
  }))

describe('limits', () => {
  test('twenty mails an hour for each caller', async () => {
    const at = await withMailbox()
    const receivers = Array.from({ length: 10 }, fresh)
    expect((await send(at, { content, receivers })).status).toBe(200)
    expect((await send(at, { content, receivers })).status).toBe(200)
    const refused = await send(at, { content })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a maker writes to members only', async () => {
    const at = await withMailbox()
    const maker = await kit.signUpAndIn()
    await database.kysely
      .insertInto('member')
      .values({
        organization_id: at.organizationId,
        account_id: maker.user.uuid,
        role_id: DEFAULT_ROLE_IDS.creator,
        status: 'active',
        created_at: new Date(),
      })
      .execute()
    const switched = await call<{ token: string }>('GET', `/api/update-notification-vertical/${at.applicationId}`, {
      bearer: maker.bearer,
    })
    const caller = { bearer: switched.data.token }
    expect((await send(caller, { content, receivers: [at.email, maker.email] })).data.map(each => each.ok)).toEqual([
      true,
      true,
    ])
    expect((await send(caller, { content, receivers: [fresh()] })).status).toBe(403)
  })
})
