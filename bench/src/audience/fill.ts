/** An audience of any size, written by the database itself: names, companies and plans as people have them. */
import type { BenchDatabase } from '../harness/postgres.ts'

const PART = 100_000

/** Contacts per company, so that a company's name is a rare word. */
const COMPANY = 150

/**
 * Fills an application with contacts numbered from 1, each with six merge fields, and has the tables analyzed as autovacuum
 * would.
 */
export async function fillAudience({ pool }: BenchDatabase, applicationId: string, contacts: number): Promise<void> {
  for (let from = 1; from <= contacts; from += PART) {
    await pool.query(FILL, [applicationId, from, Math.min(from + PART - 1, contacts), COMPANY])
  }
  await pool.query('vacuum analyze contact')
}

/** The email and the company of contact `n`, whatever the size of the audience. */
export function personNo(n: number): { email: string; company: string } {
  const company = `company${Math.floor(n / COMPANY)}x`
  return { company, email: `person.${n}@${company}.example` }
}

const FIRST = `array['maria','john','anna','lucas','karin','viktor','sarah','elena','robert','timo','david','noor','peter',
  'gisela','hannah','beatriz','aarav','chloe','haruto','fatima','omar','lucia','inigo','olivia','liam']`
const LAST = `array['garcia','lopez','smith','patel','muller','fereira','silva','kowalski','tanaka','okamoto','nunes',
  'herrera','wilson','dubois','moreau','schmidt','iyer','lefevre','haddad','sato','ivanova','jensen','rossi','novak','kim']`

const FILL = `
  insert into contact (application_id, contact_id, external_user_id, email, email_key, phone_number, country, lang, timezone,
    is_test, merge_fields, created_on, updated_on, added_at, changed_at)
  select $1, ('0198c0de-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'crm-' || n, email, email, '+9198' || (10000000 + n),
    (array['US','IN','ES','FR','AE','BR'])[1 + n % 6], (array['en','hi','es','fr','ar','pt'])[1 + n % 6],
    (array['America/New_York','Asia/Kolkata','Europe/Madrid','Europe/Paris','Asia/Dubai','America/Sao_Paulo'])[1 + n % 6],
    n % 5000 = 0,
    jsonb_build_object('first_name', initcap(first), 'last_name', initcap(last), 'company', company,
      'plan', (array['free','starter','professional','enterprise'])[1 + n * 7 % 4],
      'loyalty_points', (n::bigint * 7919 % 5000)::text, 'city', (array['Madrid','Mumbai','Boston','Lyon','Dubai'])[1 + n % 5]),
    to_timestamp(1577836800 + n::bigint * 104729 % 200000000), to_timestamp(1600000000 + n::bigint * 15485863 % 190000000),
    to_timestamp(1700000000 + n / 10), now()
  from (
    select n, 'company' || n / $4::int || 'x' as company, 'person.' || n || '@company' || n / $4::int || 'x.example' as email,
      (${FIRST})[1 + n * 31 % 25] as first, (${LAST})[1 + n * 17 / 5 % 25] as last
    from generate_series($2::int, $3::int) n
  ) people`
