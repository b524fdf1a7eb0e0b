import type { Contact, Segment } from '@notifly/contracts/contacts/audience'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const person = await kit.signUpAndIn()
const newApplication = () => kit.withApplication(person)
const { pool } = kit.database

const csv = (content: string) => ({ name: 'list.csv', content })

const get = async <Data>(who: ApplicationOwner, path: string) =>
  (await kit.call<Data>('GET', path, { bearer: who.bearer })).data
const contactsOf = (who: ApplicationOwner, query = 'per_page=100') => get<Contact[]>(who, `/api/audience?${query}`)

/** Every contact of an application as the database has it, whatever its id and times. */
async function snapshot(applicationId: string) {
  const { rows } = await pool.query(
    `select to_jsonb(contact) - 'added_at' as contact from contact where application_id = $1 order by contact_id`,
    [applicationId],
  )
  return rows
}

// Thousands of rows, on a machine that runs other tests too.
describe('an insert that is disturbed', { timeout: 90_000 }, () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `crm-${from + index},u${from + index}@example.com,${index}`)
  const list = (lines: string[]) => csv(`external_user_id,email,n\n${lines.join('\n')}\n`)

  /** Stops writers of contacts until it is called. */
  async function blockContacts(): Promise<() => Promise<void>> {
    const client = await pool.connect()
    await client.query('begin; lock table contact in exclusive mode')
    return async () => {
      await client.query('rollback')
      client.release()
    }
  }

  async function waitForWriter(): Promise<number> {
    return vi.waitFor(
      async () => {
        const { rows: waiting } = await pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        if (waiting[0] === undefined) throw new Error('nobody waits yet')
        return waiting[0].pid
      },
      { timeout: 15_000, interval: 20 },
    )
  }

  /** The job stays with a worker that never comes back, as after a SIGKILL. */
  async function leaveJobTo(worker: string): Promise<void> {
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now()
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'import.insert')`,
      [worker],
    )
    await pool.query('update graphile_worker._private_job_queues set locked_by = $1 where locked_by is not null', [
      worker,
    ])
  }

  /** Lets a job that waits for its time run now. */
  async function hurry(name: string): Promise<void> {
    await pool.query(
      `update graphile_worker._private_jobs set run_at = now()
       where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
      [name],
    )
  }

  test('by the death of its process goes on elsewhere and ends complete, each contact once', async () => {
    const owner = await newApplication()
    const { data } = await files.verify(owner, list(rows(0, 12_000)))
    const unblock = await blockContacts()
    await files.insert(owner, data.corelation_id, 'Killed')
    const writer = await waitForWriter()
    await leaveJobTo('a process that is gone')
    await pool.query('select pg_terminate_backend($1)', [writer])
    await unblock()
    expect(await files.progress(owner, data.corelation_id)).toMatchObject({ state: 'inserting' })
    await hurry('import.watch')
    expect(await files.ended(owner, data.corelation_id)).toMatchObject({ state: 'done', rows_done: 12_000 })
    expect(await snapshot(owner.applicationId)).toHaveLength(12_000)
    const [segment] = await get<Segment[]>(owner, '/api/audience/segment')
    expect(segment?.count).toBe(12_000)
  })

  test('by the death of what leads it, while its parts live on, reads the file again: each contact once', async () => {
    const owner = await newApplication()
    const { data } = await files.verify(owner, list(rows(0, 12_000)))
    const unblock = await blockContacts()
    await files.insert(owner, data.corelation_id, 'Led')
    await waitForWriter()
    await leaveJobTo('a process that is gone')
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction' and query like '%pg_advisory_xact_lock%'`,
    )
    await unblock()
    await hurry('import.watch')
    expect(await files.ended(owner, data.corelation_id)).toMatchObject({ state: 'done', rows_done: 12_000 })
    expect(await snapshot(owner.applicationId)).toHaveLength(12_000)
    const [segment] = await get<Segment[]>(owner, '/api/audience/segment')
    expect(segment?.count).toBe(12_000)
  })

  test('by a contact that takes a key in between goes on with that contact', async () => {
    const owner = await newApplication()
    const { data } = await files.verify(owner, list(rows(0, 3)))
    await files.importAs(owner, csv('email,external_user_id\nu1@example.com,crm-1\n'), 'Meanwhile')
    await files.insert(owner, data.corelation_id, 'Later')
    expect(await files.ended(owner, data.corelation_id)).toMatchObject({ state: 'done', rows_done: 3 })
    const emails = (await contactsOf(owner)).map(({ email }) => email)
    expect(emails).toHaveLength(3)
    expect(emails).toEqual(expect.arrayContaining([0, 1, 2].map(no => `u${no}@example.com`)))
  })

  test('by a crash of the database, which empties the staging table, reads the file again', async () => {
    const owner = await newApplication()
    const { data } = await files.verify(owner, list([...rows(0, 6000), 'x,broken,0']))
    await pool.query('truncate import_row')
    await files.insert(owner, data.corelation_id, 'Crashed')
    expect(await files.ended(owner, data.corelation_id)).toMatchObject({
      state: 'done',
      rows_done: 6000,
      rows_total: 6000,
    })
    expect(await snapshot(owner.applicationId)).toHaveLength(6000)
  })

  test('whose file is gone as well fails with words, and can be asked for again', async () => {
    const owner = await newApplication()
    const { data } = await files.verify(owner, list(rows(0, 3)))
    await pool.query('truncate import_row')
    await pool.query('delete from stored_file where application_id = $1', [owner.applicationId])
    const { data: inserted } = await files.insert(owner, data.corelation_id, 'Gone')
    const end = await files.ended(owner, data.corelation_id)
    expect(end.state).toBe('failed')
    expect(end.message).toMatch(/\S/)
    expect((await files.insert(owner, data.corelation_id, 'Gone')).data).toEqual(inserted)
    expect((await files.ended(owner, data.corelation_id)).state).toBe('failed')
  })

  test('by another with the same people in another order waits its turn, without a deadlock', async () => {
    const owner = await newApplication()
    const people = rows(0, 6000)
    await files.importAs(owner, list(people), 'Everybody')
    const changed = (lines: string[], mark: string) => lines.map(line => `${line}${mark}`)
    const one = await files.verify(owner, list(changed(people, '1')))
    const two = await files.verify(owner, list(changed(people.toReversed(), '2')))
    await Promise.all([
      files.insert(owner, one.data.corelation_id, 'One'),
      files.insert(owner, two.data.corelation_id, 'Two'),
    ])
    for (const { data } of [one, two]) {
      expect(await files.ended(owner, data.corelation_id)).toMatchObject({ state: 'done', rows_done: 6000 })
    }
    expect(await snapshot(owner.applicationId)).toHaveLength(6000)
    expect(kit.logLines.filter(line => line.includes('deadlock'))).toEqual([])
  })

  test('is followed live until it ends', async () => {
    const owner = await newApplication()
    const { data } = await files.verify(owner, list(rows(0, 100)))
    const unblock = await blockContacts()
    await files.insert(owner, data.corelation_id, 'Live')
    await waitForWriter()
    const stream = kit.app.inject({
      url: `/api/audience/import/${data.corelation_id}/live`,
      headers: { authorization: `Bearer ${owner.bearer}` },
    })
    await unblock()
    const { body, headers } = await stream
    expect(headers['content-type']).toBe('text/event-stream')
    expect(body.split('\n\n').at(-2)).toMatch(
      /^event: progress\ndata: {"state":"done","rows_done":100,"rows_total":100/,
    )
  })
})

test('no file, whatever its columns, ever widens consent', { timeout: 60_000 }, async () => {
  const owner = await newApplication()
  await files.importAs(owner, csv('external_user_id,email\ncrm-0,p0@example.com\ncrm-1,p1@example.com\n'), 'People')
  await pool.query(
    `insert into consent select application_id, contact_id, 'email', 'unsubscribed', 'link', now() from contact where application_id = $1`,
    [owner.applicationId],
  )
  await pool.query(
    `insert into suppression select application_id, 'email', email_key, 'complaint', null, now() from contact where application_id = $1`,
    [owner.applicationId],
  )
  const consents = async () =>
    (await pool.query('select * from consent, suppression where consent.application_id = $1', [owner.applicationId]))
      .rows
  const before = await consents()
  expect(before).toHaveLength(4)
  const column = fc.constantFrom(
    'status',
    'subscribed',
    'unsubscribed',
    'consent',
    'channels',
    'email_consent',
    'suppressed',
  )
  const row = fc.record({
    person: fc.nat(1),
    letters: fc.boolean(),
    value: fc.constantFrom('true', '1', 'subscribed', 'yes', 'reachable', ''),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(column, fc.array(row, { minLength: 1, maxLength: 8 }), async (name, people) => {
      const lines = people.map(({ person, letters, value }) => {
        const email = `p${person}@example.com`
        return `crm-${person},${letters ? email.toUpperCase() : email},${value}`
      })
      await files.importAs(owner, csv(`external_user_id,email,${name}\n${lines.join('\n')}\n`), `Run ${run++}`)
      expect(await consents()).toEqual(before)
    }),
    { numRuns: 5 },
  )
  expect((await contactsOf(owner)).map(contact => contact.channels.email?.status)).toEqual([
    'unsubscribed',
    'unsubscribed',
  ])
})

test('after 24 hours the upload, its errors and its rows are gone; what was inserted stays', async () => {
  const owner = await newApplication()
  const unused = await files.verify(owner, csv('email\na@example.com\nbroken\n'))
  const used = await files.importAs(owner, csv('email\nb@example.com\n'), 'Used')
  await pool.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now() + interval '1 hour'`)
  await vi.waitFor(async () => {
    const { rows } = await pool.query('select 1 from stored_file where application_id = $1', [owner.applicationId])
    expect(rows).toEqual([])
  }, 15_000)
  expect(
    (await kit.call('GET', `/api/audience/download?uuid=${unused.data.error_id}`, { bearer: owner.bearer })).status,
  ).toBe(404)
  expect((await files.insert(owner, unused.data.corelation_id, 'Late')).status).toBe(404)
  expect((await files.progress(owner, used.verification.corelation_id)).state).toBe('done')
  expect(await contactsOf(owner)).toHaveLength(1)
})
