import { describe, expect, test } from 'vitest'
import { brokenRules, type Rule } from './rules.ts'

/** One breach of each rule, and beside it what keeps the rule. */
const PLANTED: Record<Rule, { broken: string[]; kept: string[] }> = {
  'write-before-insert': {
    broken: [
      `with gone as (delete from suppression where application_id = $1 returning address_key)
       insert into erased_address (application_id, address_hash) select $1, address_key from gone`,
      `with done as (update run set state = 'done' where run_id = $2 returning run_id)
       insert into run_counter (application_id, run_id) select $1, run_id from done`,
    ],
    kept: [
      `with gone as (delete from suppression where application_id = $1 returning address_key),
       kept as (insert into erased_address (application_id, address_hash) select $1, address_key from gone) select 1`,
      `with chosen as (select contact_id from contact where application_id = $1)
       insert into segment_member (application_id, contact_id) select $1, contact_id from chosen`,
    ],
  },
  'detach-concurrently': {
    broken: ['alter table delivery detach partition delivery_2026_01 concurrently'],
    kept: [
      'alter table delivery detach partition delivery_2026_01',
      'alter table webhook_attempt detach partition webhook_attempt_2026_01_01 concurrently',
    ],
  },
  'function-over-distributed': {
    broken: ['select d.address from past_recipient($1, $2, $3::int[]) d', 'select (contact_slot_columns($1)).names'],
    kept: ['select n from generate_series(1, 3) n'],
  },
  'dependent-on-rows': {
    broken: [
      `select w.seq from jsonb_to_recordset($1) as w(application_id uuid, seq int)
       where exists (select 1 from event e where e.application_id = w.application_id and e.seq = w.seq)`,
      `with due as materialized (select application_id, run_id from run_watch)
       select due.run_id, c.n from due cross join lateral (
         select sum(n) as n from run_counter k where k.application_id = due.application_id and k.run_id = due.run_id) c`,
    ],
    kept: [
      `select a.address from unnest($2::text[]) as a(address)
       where exists (select 1 from suppression s where s.application_id = $1 and s.address_key = a.address)`,
      `select w.seq from jsonb_to_recordset($1) as w(application_id uuid, seq int)
       join event e on e.application_id = w.application_id and e.seq = w.seq`,
    ],
  },
  'dependent-on-local': {
    broken: [
      `select t.name, (select count(*) from topic_consent c where c.application_id = t.application_id and c.topic_id = t.topic_id)
       from topic t where t.application_id = $1`,
      `select d.seq from delivery d where d.application_id = $1
       and exists (select 1 from batch b where b.application_id = d.application_id and d.seq between b.seq_from and b.seq_to)`,
      `select s.address_key, (select c.contact_id from contact c where c.application_id = s.application_id and c.email_key = s.address_key)
       from suppression s left join account a on a.account_id = s.added_by
       where s.application_id = $1 and s.channel = $2 and s.address_key = $3`,
      `select e.event_id, t.seq from contact_event e cross join lateral (
         select d.seq from delivery d join run r on r.application_id = d.application_id and r.run_id = d.run_id
         where d.application_id = $1 and d.contact_id = e.contact_id order by d.seq limit 1) t where e.application_id = $1`,
    ],
    kept: [
      `with waiting as materialized (select seq_from, seq_to from batch where application_id = $1 and not done)
       select d.seq from delivery d where d.application_id = $1
       and exists (select 1 from waiting b where d.seq between b.seq_from and b.seq_to)`,
      `select d.seq, exists (select 1 from event e where e.application_id = d.application_id and e.seq = d.seq)
       from delivery d where d.application_id = $1`,
      `select s.contact_id from contact_slot s where s.application_id = $1 and s.contact_id in (
         select d.contact_id from run r join delivery d on d.application_id = r.application_id and d.run_id = r.run_id
         where r.application_id = $1)`,
      `select d.seq from (select application_id, run_id, seq from delivery where application_id = $1 limit 10) d
       join run r on r.application_id = d.application_id and r.run_id = d.run_id`,
      `select r.row_no from import_row r join contact c on c.application_id = $1 and c.contact_id = r.contact_id
       left join lateral (select o.email from contact o where o.application_id = $1 and o.email_key = r.email_key limit 1) e on true
       where r.import_id = $2`,
    ],
  },
  'mixed-write': {
    broken: [
      `delete from waiting_hit w using (select run_id from delivery where application_id = $1) d
       where w.application_id = $1 and w.run_id = d.run_id`,
      `update run r set state_reason = d.address from delivery d
       where d.application_id = $1 and r.application_id = d.application_id and r.run_id = d.run_id`,
    ],
    kept: [
      `with d as materialized (select run_id from delivery where application_id = $1)
       delete from waiting_hit w using d where w.application_id = $1 and w.run_id = d.run_id`,
      `update contact c set email = r.email from import_row r
       where r.import_id = $2 and c.application_id = $1 and c.contact_id = r.contact_id`,
      `update batch set done = true where application_id = $1 and run_id = $2
       and not exists (select 1 from delivery d where d.application_id = $1 and d.run_id = $2 and d.state = 0)`,
    ],
  },
  'lock-many': {
    broken: [
      `select c.contact_id from unnest($1::uuid[]) as g(application_id)
       join contact_cap c on c.application_id = g.application_id for update of c`,
      'select device_id from device where application_id = any($1::uuid[]) for update',
    ],
    kept: [
      'select contact_id from contact where application_id = $1 and contact_id = any($2) order by contact_id for update',
    ],
  },
  'mixed-lock': {
    broken: [
      `select g.event_id from goal_check g join contact_event e on e.application_id = g.application_id and e.event_id = g.event_id
       where g.application_id = $1 for update of g`,
    ],
    kept: [
      `with g as materialized (select event_id from goal_check where application_id = $1 for update)
       select g.event_id from g join contact_event e on e.application_id = $1 and e.event_id = g.event_id`,
      `select c.contact_id from contact c where c.application_id = $1
       and c.contact_id in (select r.contact_id from import_row r where r.import_id = $2) for update`,
    ],
  },
  'mutable-write': {
    broken: [
      `update event e set detail = jsonb_build_object('link', e.detail -> 'link') where e.application_id = $1`,
      `update contact_sent set sent_on = case when sent_on < $2 then now() else sent_on end where application_id = $1`,
      `delete from log_entry where application_id = $1 and clock_timestamp() > $2`,
      `delete from whatsapp_session where application_id = $1 and last_inbound_at + interval '1 day' < $2`,
      `insert into device (application_id, device_id) values ($1, $2)
       on conflict (application_id, device_id) do update set last_seen_at = now()`,
    ],
    kept: [
      `update event e set detail = jsonb_set('{}', '{link}', e.detail -> 'link') where e.application_id = $1`,
      `delete from whatsapp_session where application_id = $1 and last_inbound_at < $2::timestamptz - interval '1 day'`,
      `update run set state_reason = format('%s', state) where run_id = $1`,
    ],
  },
  'no-columns': {
    broken: [
      'select exists (select from consent where application_id = $1)',
      'select from contact where application_id = $1 for update',
      `select count(*) from contact c where c.application_id = $1 and exists (select from segment where application_id = $1)`,
    ],
    kept: ['select exists (select 1 from consent where application_id = $1)', 'select exists (select from run)'],
  },
  'row-place': {
    broken: [
      `with parts as (select ctid from contact_count where application_id = $1)
       delete from contact_count where application_id = $1 and ctid = any(array(select ctid from parts))`,
    ],
    kept: ['delete from stored_bytes where ctid = any(array(select ctid from stored_bytes limit 10))'],
  },
  recursive: {
    broken: [
      `with recursive next as (select 1 as n union all select n + 1 from next where n < 9)
       select c.contact_id from contact c join next on true where c.application_id = $1`,
    ],
    kept: ['with recursive next as (select 1 as n union all select n + 1 from next where n < 9) select n from next'],
  },
  unbound: {
    broken: [
      'select count(*) from delivery where run_id = $1',
      'select c.email from contact c join consent k on k.contact_id = c.contact_id where c.application_id = $1',
    ],
    kept: [
      'select sum(n) from contact_count where application_id = any($1::uuid[])',
      `select a.name, u.used from (select application_id, sum(n) as used from contact_count group by 1) u
       join application a on a.application_id = u.application_id`,
      'select c.email from contact c join consent k using (application_id, contact_id) where c.application_id = $1',
      'select 1 from delivery where (application_id, run_id, seq) = ($1, $2, $3)',
    ],
  },
  'sees-coordinator': {
    broken: [
      'select pg_current_xact_id()',
      `select pg_total_relation_size('delivery')`,
      'explain (format json) select contact_id from contact where application_id = $1',
    ],
    kept: ['explain select run_id from run', 'select pg_backend_pid()'],
  },
  'set-config': {
    broken: [`select set_config('statement_timeout', '5s', true)`],
    kept: [`set local statement_timeout = '5s'`],
  },
}

describe.each(Object.entries(PLANTED))('%s', (rule, { broken, kept }) => {
  test.each(broken)('is broken by %s', text => {
    expect(brokenRules(text)).toContain(rule)
  })
  test.each(kept)('is kept by %s', text => {
    expect(brokenRules(text)).toEqual([])
  })
})

test('a text of several statements is judged whole, and each rule named once', () => {
  expect(brokenRules('begin; select count(*) from contact; select count(*) from device; commit')).toEqual(['unbound'])
})

test('a name that the statement itself defines is no table', () => {
  expect(brokenRules('with contact as (select 1 as n) select n from contact')).toEqual([])
  expect(brokenRules('select count(*) from other.contact')).toEqual([])
})

test('what PostgreSQL cannot read is an error', () => {
  expect(() => brokenRules('select from where')).toThrow('syntax error')
})
