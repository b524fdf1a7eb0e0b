// A breach of every rule is planted and must be seen; what the rules allow must pass; the real tree must have none.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findViolations } from './import-rule.ts'

const root = join(import.meta.dirname, '..')

/** Rule, file, its text, and a part of the message that it must get. */
const BREACHES: [rule: string, path: string, source: string, message: string][] = [
  [
    'lib imports nothing above it',
    'server/src/lib/clock.ts',
    "import { pool } from '../db/pool.ts'",
    'lib does not import db',
  ],
  ['db stays below jobs', 'server/src/db/open.ts', "import { run } from '../jobs/run.ts'", 'db does not import jobs'],
  ['db stays below http', 'server/src/db/open.ts', "import '../http/reply.ts'", 'db does not import http'],
  ['no file only passes on', 'server/src/features/runs/runs.ts', "export { b } from './b.ts'", 'passes on'],
  [
    'jobs know no feature',
    'server/src/jobs/run.ts',
    "import { launch } from '../features/campaigns/campaigns.ts'",
    'jobs does not import features',
  ],
  [
    'http knows no feature',
    'server/src/http/server.ts',
    "const x = await import('../features/roles/roles.ts')",
    'http does not import features',
  ],
  [
    'channels know no database',
    'server/src/channels/email/email.ts',
    "import { pool } from '../../db/pool.ts'",
    'channels does not import db',
  ],
  [
    'a channel knows no other',
    'server/src/channels/email/email.ts',
    "import { split } from '../sms/split.ts'",
    'no other channel',
  ],
  [
    'a provider knows no other channel',
    'server/src/channels/sms/providers/acme.ts',
    "import { mime } from '../../email/mime.ts'",
    'a provider imports',
  ],
  [
    'a provider does not know the registry',
    'server/src/channels/sms/providers/acme.ts',
    "import { all } from '../../registry.ts'",
    'a provider imports',
  ],
  [
    'people are below the engine',
    'server/src/people/reach/audience.ts',
    "import { reasonNumber } from '../../engine/reasons.ts'",
    'people does not import engine',
  ],
  [
    'people know no feature',
    'server/src/people/contacts/contacts.ts',
    "import type { Import } from '../../features/imports/imports.ts'",
    'people does not import features',
  ],
  [
    'channels know no people',
    'server/src/channels/email/email.ts',
    "import { addressOf } from '../../people/reach/addresses.ts'",
    'channels does not import people',
  ],
  [
    'db stays below people',
    'server/src/db/open.ts',
    "import { lockContacts } from '../people/contacts/contact-total.ts'",
    'db does not import people',
  ],
  [
    'people write contacts, by the builder',
    'server/src/features/contacts/queries.ts',
    "db.updateTable('contact as c').set({})",
    'only server/src/people writes contact',
  ],
  [
    'people write consent, in a statement',
    'server/src/engine/record/merge-queries.ts',
    'sql`insert into consent as c (channel) values (${channel})`',
    'only server/src/people writes consent',
  ],
  [
    'people write devices, in a text',
    'server/src/engine/record/merge-queries.ts',
    "const RETIRE = 'update device v set retired_at = now()'",
    'only server/src/people writes device',
  ],
  [
    'people write memberships, inside a longer statement',
    'server/src/features/segments/queries.ts',
    'const text = `with gone as (\n  delete from segment_member where ${which}\n)`',
    'only server/src/people writes segment_member',
  ],
  [
    'engine is below the features',
    'server/src/engine/deliver.ts',
    "import type { Run } from '../features/runs/runs.ts'",
    'engine does not import features',
  ],
  [
    'a feature does not know app',
    'server/src/features/runs/runs.ts',
    "import { app } from '../../app.ts'",
    'features does not import top',
  ],
  [
    'a feature is imported by its front door',
    'server/src/features/runs/runs.ts',
    "import { find } from '../campaigns/queries.ts'",
    'features/campaigns/campaigns.ts',
  ],
  [
    'settings are handed down as values',
    'server/src/features/runs/runs.ts',
    "import { readConfig } from '../../config.ts'",
    'features does not import config',
  ],
  [
    'only main and app start the sandbox',
    'server/src/features/runs/runs.ts',
    "import { start } from '@notifly/sandbox/sandbox'",
    'start the sandbox',
  ],
  [
    'product code loads no tests',
    'server/src/features/runs/runs.ts',
    "import { it } from './runs.test.ts'",
    'never imports test code',
  ],
  [
    'product code loads no test tools',
    'server/src/app.ts',
    "import { database } from './testing/database.ts'",
    'never imports test code',
  ],
  [
    'the server does not import the dashboard',
    'server/src/app.ts',
    "import { paths } from '../../web/src/paths.ts'",
    'server never imports web',
  ],
  [
    'contracts import zod only',
    'contracts/src/answer.ts',
    "import { format } from 'date-fns'",
    'contracts imports zod',
  ],
  ['contracts import no Node', 'contracts/src/answer.ts', "import { join } from 'node:path'", 'contracts imports zod'],
  [
    'contracts import nothing of ours',
    'contracts/src/answer.ts',
    "import { uuid } from '@notifly/server/lib/uuid'",
    'contracts never imports server',
  ],
  [
    'the dashboard never imports the server',
    'web/src/api/client.ts',
    "import type { App } from '@notifly/server/app'",
    'web never imports server',
  ],
  [
    'not from its tests either',
    'web/src/api/client.test.ts',
    "import { app } from '@notifly/server/app'",
    'web never imports server',
  ],
  [
    'workspaces are imported by name',
    'web/src/api/client.ts',
    "import { Answer } from '../../../contracts/src/answer.ts'",
    'imported by its name',
  ],
  [
    'a feature does not know the layouts',
    'web/src/features/runs/RunPage.tsx',
    "import { Shell } from '../../app/Shell.tsx'",
    'features does not import app',
  ],
  [
    'a feature of the dashboard has a front door too',
    'web/src/features/runs/RunPage.tsx',
    "import { Row } from '../campaigns/Row.tsx'",
    'features/campaigns/campaigns.ts',
  ],
  [
    'components know no feature',
    'web/src/components/Table.tsx',
    "import { runs } from '../features/runs/runs.ts'",
    'components does not import features',
  ],
  [
    'ui knows no component',
    'web/src/ui/controls/Button.tsx',
    "import { Table } from '../../components/Table.tsx'",
    'ui does not import components',
  ],
  [
    'ui makes no calls',
    'web/src/ui/controls/Button.tsx',
    "import { call } from '../../api/client.ts'",
    'ui does not import api',
  ],
  [
    'ui knows nothing of contracts',
    'web/src/ui/controls/Button.tsx',
    "import type { Run } from '@notifly/contracts/runs'",
    'ui knows nothing of contracts',
  ],
  ['api renders nothing', 'web/src/api/client.ts', "import { Toast } from '../ui/Toast.tsx'", 'api does not import ui'],
  [
    'leaves stay leaves',
    'web/src/paths.ts',
    "import { runs } from './features/runs/runs.ts'",
    'leaf does not import features',
  ],
  [
    'the sandbox does not know the server',
    'sandbox/src/sandbox.ts',
    "import { log } from '@notifly/server/lib/log'",
    'sandbox never imports server',
  ],
  [
    "a site's script knows contracts only",
    'site-sdk/src/worker.ts',
    "import { x } from '@notifly/server/lib/x'",
    'site-sdk never imports server',
  ],
  [
    'the client brings no schemas along',
    'client/src/messages.ts',
    "import { sendMessage } from '@notifly/contracts/messages/messages'",
    'published by itself',
  ],
  [
    'a type by import() counts',
    'server/src/lib/clock.ts',
    "export type Pool = import('../db/pool.ts').Pool",
    'lib does not import db',
  ],
  ['SQL by tag', 'server/src/features/runs/runs.ts', 'const rows = sql`select 1`.execute(db)', 'SQL stands only'],
  [
    'SQL on a pool',
    'server/src/features/runs/runs.ts',
    "export const all = (pool) => pool.query('select 1')",
    'SQL stands only',
  ],
  [
    'SQL on a pool in an object',
    'server/src/http/health.ts',
    "await this.context.pool.query('select 1')",
    'SQL stands only',
  ],
  [
    'SQL by the builder',
    'server/src/engine/deliver.ts',
    "await db.selectFrom('deliveries').execute()",
    'SQL stands only',
  ],
  [
    'SQL by a raw fragment',
    'server/src/features/runs/routes.ts',
    "const order = sql.raw('order by 1')",
    'SQL stands only',
  ],
  ['the driver itself', 'server/src/features/runs/runs.ts', "import pg from 'pg'", 'SQL stands only'],
  [
    'the environment on the server',
    'server/src/lib/log.ts',
    'const level = process.env.LOG_LEVEL',
    'reads the environment',
  ],
  ['the environment taken apart', 'server/src/main.ts', 'const { env } = process', 'reads the environment'],
  [
    'the environment by import',
    'sandbox/src/sandbox.ts',
    "import { env } from 'node:process'",
    'reads the environment',
  ],
  ['the environment in the dashboard', 'web/src/main.tsx', "const x = process.env['MODE']", 'reads the environment'],
]

const ALLOWED: [what: string, path: string, source: string][] = [
  [
    'app composes everything',
    'server/src/app.ts',
    "import { routes } from './features/runs/routes.ts'\nimport { start } from '@notifly/sandbox/sandbox'",
  ],
  [
    'a feature uses another by its front door',
    'server/src/features/runs/runs.ts',
    "import { find } from '../campaigns/campaigns.ts'",
  ],
  ['a feature uses its own files', 'server/src/features/runs/runs.ts', "import { find } from './queries.ts'"],
  [
    'a feature uses everything below',
    'server/src/features/runs/runs.ts',
    "import { a } from '../../engine/a.ts'\nimport { b } from '../../http/b.ts'",
  ],
  ['the type of the settings may be named', 'server/src/http/server.ts', "import type { Config } from '../config.ts'"],
  [
    'a provider uses its channel, lib and the interface',
    'server/src/channels/email/providers/smtp.ts',
    "import { a } from '../../provider.ts'\nimport { b } from '../smtp/b.ts'\nimport { c } from '../../../lib/c.ts'",
  ],
  [
    'a provider is spoken to by what all channels share',
    'server/src/channels/sms/providers/acme.ts',
    "import { openHttpSender } from '../../http/http-sender.ts'\nimport { errorReason } from '../../network-reasons.ts'",
  ],
  [
    'people write their tables',
    'server/src/people/suppressions/suppressions.ts',
    'sql`delete from suppression where ${which}`',
  ],
  [
    'all read the tables of people, and say what they like',
    'server/src/features/contacts/queries.ts',
    "db.selectFrom('contact'); const words = 'Update contact names'; sql`update contact_cap c set runs = '{}'`",
  ],
  ['a test writes contacts', 'server/src/features/contacts/contacts.test.ts', 'sql`delete from contact`'],
  ['the registry knows all channels', 'server/src/channels/registry.ts', "import { email } from './email/email.ts'"],
  ['SQL in queries.ts', 'server/src/features/runs/queries.ts', "const x = db.selectFrom('runs')"],
  ['SQL in a second file of queries', 'server/src/features/runs/count-queries.ts', 'const x = sql`select 1`'],
  ['SQL in jobs', 'server/src/jobs/run.ts', "import { sql } from 'kysely'"],
  ['types of the builder', 'server/src/features/runs/runs.ts', "import type { Kysely } from 'kysely'"],
  ['a call named query on something else', 'server/src/http/server.ts', "url.query('a'); request.query.page"],
  ['SQL in a comment or a string', 'server/src/lib/log.ts', '// sql`select 1`\nconst x = "pool.query(process.env)"'],
  ['a test looks inside', 'server/src/features/runs/runs.test.ts', "import { a } from '../campaigns/queries.ts'"],
  ['a test uses the test tools', 'server/src/lib/clock.test.ts', "import { a } from '../testing/database.ts'"],
  [
    'routes know the features',
    'web/src/routes.tsx',
    "import { RunPage } from './features/runs/RunPage.tsx'\nimport { Shell } from './app/Shell.tsx'",
  ],
  [
    'a feature of the dashboard uses what is below',
    'web/src/features/runs/RunPage.tsx',
    "import { a } from '../../components/A.tsx'\nimport { b } from '../../paths.ts'\nimport { Run } from '@notifly/contracts/runs'",
  ],
  ['journeys start the server', 'e2e/start.ts', "import { start } from '@notifly/server/app'\nprocess.env.CI"],
  ['settings are read in one place', 'server/src/config.ts', 'export const port = process.env.PORT'],
]

describe('the import rule', () => {
  test.each(BREACHES)('sees a breach: %s', (_rule, path, source, message) => {
    const found = findViolations([{ path, source }])
    expect(found.map(violation => violation.rule)).toEqual([expect.stringContaining(message)])
    expect(found[0]?.path).toBe(path)
  })

  test.each(ALLOWED)('allows: %s', (_what, path, source) => {
    expect(findViolations([{ path, source }])).toEqual([])
  })

  test('names the line of the breach', () => {
    const source = "// first\n\nimport { pool } from '../db/pool.ts'\n"
    expect(findViolations([{ path: 'server/src/lib/clock.ts', source }])[0]?.line).toBe(3)
  })

  test('sees a circle of files, types included, and names it', () => {
    const files = [
      { path: 'server/src/lib/a.ts', source: "\nimport { b } from './b.ts'" },
      { path: 'server/src/lib/b.ts', source: "import { c } from './c.ts'" },
      { path: 'server/src/lib/c.ts', source: "import type { A } from './a.ts'\nimport { b } from './leaf.ts'" },
      { path: 'server/src/lib/leaf.ts', source: 'export const b = 1' },
      { path: 'server/src/lib/above.ts', source: "import { a } from './a.ts'" },
    ]
    const [a, b, c] = files.map(file => file.path)
    const rule = `files import each other: ${a} -> ${b} -> ${c} -> ${a}`
    expect(findViolations(files)).toEqual([{ path: a, line: 2, rule }])
  })

  test('refuses to judge a file that it cannot read', () => {
    expect(() => findViolations([{ path: 'server/src/lib/clock.ts', source: 'import {' }])).toThrow('cannot be parsed')
  })

  test('holds in the whole checkout', async () => {
    const files = await sourceFiles()
    expect(files.length).toBeGreaterThan(100)
    const found = findViolations(files)
    expect(found.map(({ path, line, rule }) => `${path}:${line} ${rule}`)).toEqual([])
  })
})

async function sourceFiles(): Promise<{ path: string; source: string }[]> {
  const paths: string[] = []
  const exclude = ['**/node_modules/**', '**/dist/**', '.notifly/**']
  for await (const path of glob('**/*.{ts,tsx}', { cwd: root, exclude })) paths.push(path.replaceAll('\\', '/'))
  return Promise.all(paths.map(async path => ({ path, source: await readFile(join(root, path), 'utf8') })))
}
