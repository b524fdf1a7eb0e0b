import type { Contact } from '@notifly/contracts/contacts/audience'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { sentRun } from '../testing/engine/sent-run.ts'
import { newProgram } from '../testing/programs.ts'
import { limitedRead } from './fair-places.ts'

const kit = await testApp()
const person = await kit.signUpAndIn()
const busy = await kit.withApplication(person)
const other = await kit.withApplication(person)
const list = (bearer: string) => kit.call<Contact[]>('GET', '/api/audience', { bearer })

test('an application whose reads are slow waits for itself; others are served meanwhile', async () => {
  const ends: (() => void)[] = []
  const slow = Array.from({ length: 10 }, () =>
    limitedRead(busy.applicationId, () => new Promise<void>(resolve => ends.push(resolve))),
  )
  await expect.poll(() => ends.length).toBe(2)
  const waiting = list(busy.bearer)
  expect((await list(other.bearer)).status).toBe(200)
  expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits')
  for (let ended = 0; ended < slow.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  await Promise.all(slow)
  expect((await waiting).status).toBe(200)
})

test('what waits for an application is bounded: the rest is refused at once and says when to try again', async () => {
  const ends: (() => void)[] = []
  const slow = Array.from({ length: 32 }, () =>
    limitedRead(busy.applicationId, () => new Promise<void>(resolve => ends.push(resolve))),
  )
  await expect.poll(() => ends.length).toBe(2)
  const { status, headers } = await list(busy.bearer)
  expect([status, headers['retry-after']]).toEqual([429, '2'])
  expect((await list(other.bearer)).status).toBe(200)
  for (let ended = 0; ended < slow.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  await Promise.all(slow)
})

test('a write that takes too long is ended and changes nothing; what is meant to be long may take longer', async () => {
  const { bearer, applicationId } = busy
  const send = (method: string, path: string, body?: object) =>
    kit.call(method, path, { bearer, ...(body && { body }) })
  const contact = await send('POST', '/api/audience', { email: 'a@example.com', merge_fields: { city: 'Pune' } })
  const template = { type: 'SMS', name: 'Slow', body: 'Hello' }
  // As PostgreSQL ends a statement at its limit, and only where it has this one.
  await kit.database.pool.query(
    `create function at_limit() returns trigger language plpgsql as $$ begin
       if current_setting('statement_timeout') <> tg_argv[0] then raise 'another limit'; end if;
       raise sqlstate '57014';
     end $$;
     create trigger ends before insert on template for each row execute function at_limit('1min');
     create trigger ends before insert on suppression for each row execute function at_limit('1min');
     create trigger ends before update on merge_field for each row execute function at_limit('1min');
     create trigger ends before delete on contact for each row execute function at_limit('10min')`,
  )
  const answers = [
    await send('POST', '/api/template', template),
    await send('POST', '/api/audience/suppression', {
      channel: 'email',
      address: 'b@example.com',
      reason: 'manual',
      note: '',
    }),
    // A read within it has a limit of its own.
    await send('DELETE', '/api/audience/merge-fields?name=city'),
    await send('POST', `/api/audience/${(contact.data as { uuid: string }).uuid}/erase`),
  ]
  const message = 'This change took too long and was cancelled. Make it smaller, or try again later.'
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(answers.map(() => [503, message]))
  const tables = ['template', 'suppression', 'merge_field', 'contact']
  await kit.database.pool.query(
    [...tables.map(name => `drop trigger ends on ${name}`), 'drop function at_limit'].join(';'),
  )
  const { rows } = await kit.database.pool.query('select 1 from contact where application_id = $1', [applicationId])
  expect(rows).toHaveLength(1)
  expect((await send('POST', '/api/template', template)).status).toBe(201)
})

test('a list that takes too long to read is ended, and the answer says what to do', async () => {
  const { runId } = await sentRun(kit.database, busy.applicationId, { contacts: 1 })
  const run = `/api/notifications/delivery/email/${runId}`
  const webhook = { name: 'Told', webhook_url: 'https://shop.example/hook', events: [601] }
  const made = await kit.call<{ uuid: string }>('POST', '/api/webhook', { bearer: busy.bearer, body: webhook })
  const program = await newProgram(kit, busy, ['messages:read'])
  const tables = [
    ...['audit_entry', 'suppression', 'delivery', 'contact', 'log_entry', 'event_name', 'contact_event', 'message'],
    ...['webhook_attempt', 'activity_quarter'],
  ]
  const change = (statements: string[]) => kit.database.pool.query(statements.join(';'))
  // As PostgreSQL ends a statement at its limit, and only where it has one.
  await change([
    `create function at_limit() returns boolean language plpgsql stable as $$ begin
       if current_setting('statement_timeout') <> '15s' then raise 'a statement without a limit'; end if;
       raise sqlstate '57014';
     end $$`,
    ...tables.map(name => `alter table ${name} rename to ${name}_rows`),
    ...tables.map(name => `create view ${name} as select * from ${name}_rows where at_limit()`),
  ])
  const uuid = (await kit.database.pool.query<{ id: string }>('select contact_id as id from contact_rows')).rows[0]?.id
  const paths = [
    ...['/authP/audit', '/authP/audit/export', '/api/usage-logs'],
    ...['/api/audience/suppression', '/api/audience/suppression/export'],
    ...[run, `${run}?search=a`, `${run}/export`, '/api/audience/merge-fields'],
    ...['/api/logs', '/api/events', `/api/webhook/attempts?uuid=${made.data.uuid}`, '/api/dashboard/email'],
  ]
  const read = (path: string) => kit.call('GET', path, { bearer: busy.bearer })
  const person = kit.call('POST', `/api/audience/${uuid}/export`, { bearer: busy.bearer })
  const answers = await Promise.all([...paths.map(read), person, program.call('GET', '/api/v1/messages')])
  const counted = await read('/api/audience?search=a')
  await change([
    ...tables.map(name => `drop view ${name}`),
    ...tables.map(name => `alter table ${name}_rows rename to ${name}`),
  ])
  const message = 'This list took too long to load. Narrow it with filters.'
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(answers.map(() => [400, message]))
  const words = 'Counting these contacts took too long. Use fewer or simpler conditions.'
  expect([counted.status, counted.body.message]).toEqual([400, words])
})
