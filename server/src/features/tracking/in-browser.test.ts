/** The page on which recipients look at a mail in their browser. */
import { beforeAll, expect, test } from 'vitest'
import { freezeContent } from '../../channels/email/email.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { testApp } from '../../testing/app.ts'
import { furtherApplication, sentRun } from '../../testing/engine/sent-run.ts'
import { VIEW_RULE } from './routes.ts'

const kit = await testApp()
const { pool } = kit.database
let organizationId = ''

beforeAll(async () => {
  organizationId = (await kit.withApplication()).organizationId
})

const HTML = [
  '<html lang="en"><body><h1>Dear {{ first_name }}</h1><script>alert(1)</script>',
  '<a href="https://shop.example/sale">Sale</a><a href="{{ view_in_browser_url }}">View in browser</a>',
  '<a href="{{ unsubscribe_url }}">Leave</a></body></html>',
].join('')

async function sentMail(html = HTML) {
  const applicationId = await furtherApplication(kit.database, organizationId)
  const { runId } = await sentRun(kit.database, applicationId)
  const { content } = freezeContent({ subject: 'Hello', html }, 'lumen.example')
  await pool.query('update run set content = $2 where run_id = $1', [runId, JSON.stringify(content)])
  const { rows } = await pool.query<{ name: string }>(
    `select c.merge_fields ->> 'first_name' as name from delivery d join contact c using (application_id, contact_id)
     where d.run_id = $1 and d.seq = 1`,
    [runId],
  )
  const token = signDelivery(kit.deps.secrets, { applicationId, runId, seq: 1 })
  return { applicationId, runId, token, name: rows[0]?.name ?? 'nobody' }
}

const open = (token: string, language = 'en') =>
  kit.app.inject({ method: 'GET', url: `/v/${token}`, headers: { 'accept-language': language } })

test('shows a recipient the mail as it was sent to them, and nothing in it can act', async () => {
  const { token, name } = await sentMail()
  const { statusCode, body, headers } = await open(token)
  expect(statusCode).toBe(200)
  expect(body).toContain(`<h1>Dear ${name}</h1>`)
  expect(body).toMatch(new RegExp(`href="http://localhost:3000/t/c/[\\w.-]+">Sale`))
  expect(body).toContain(`href="http://localhost:3000/v/${token}">View in browser`)
  expect(body).toContain(`href="http://localhost:3000/u/${token}">Leave`)
  expect(body).not.toMatch(/\{\{|notifly_/)
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).toContain("form-action 'none'; frame-ancestors 'none'; sandbox allow-popups")
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/)
  expect([headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
    'no-store, max-age=0',
    'no-referrer',
    'noindex',
  ])
})

test('the variant that was sent is the one that is shown', async () => {
  const { applicationId, runId, token } = await sentMail()
  const variant = (word: string) => freezeContent({ subject: word, html: `<p>${word}</p>` }, 'x').content
  await pool.query(
    `insert into run_test (application_id, run_id, part, metric, share, after_hours) values ($1, $2, 'content', 'clicked', 50, 1)`,
    [applicationId, runId],
  )
  await pool.query(
    'insert into run_variant (application_id, run_id, no, content) values ($1, $2, 1, $3), ($1, $2, 2, $4)',
    [applicationId, runId, variant('first'), variant('second')],
  )
  await pool.query('update delivery set variant = 2 where run_id = $1', [runId])
  expect((await open(token)).body).toContain('<p>second</p>')
})

test('says what became of a mail that cannot be shown', async () => {
  const foreign = await open('x'.repeat(70))
  expect([foreign.statusCode, foreign.body.includes('This link doesn’t work')]).toEqual([404, true])
  const past = await sentMail()
  await pool.query('delete from delivery where run_id = $1', [past.runId])
  const expired = await open(past.token, 'es')
  expect([expired.statusCode, expired.body.includes('Este correo ha caducado')]).toEqual([410, true])
  const erased = await sentMail()
  await pool.query('delete from contact where application_id = $1', [erased.applicationId])
  expect((await open(erased.token)).body).toContain('You’re no longer on the list')
})

test('one mail is not drawn without end', async () => {
  const { runId, token } = await sentMail()
  const views = createRateLimit(kit.database.pool, VIEW_RULE)
  expect((await open(token)).statusCode).toBe(200)
  for (let view = 1; view < VIEW_RULE.attempts; view++) await views.take(`${runId} 1`)
  expect((await open(token)).statusCode).toBe(429)
})
