import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'

const { pool } = await testDatabase()

test('a written day is read as a date exactly when a calendar has it', async () => {
  const { rows } = await pool.query<{ written: string; day: string | null }>(
    `select written, field_date(jsonb_build_object('x', written || 'T10:00'), 'x')::text as day
     from unnest(array[1900, 1999, 2000, 2024, 2100]) y, generate_series(0, 13) m, generate_series(0, 32) d,
       lateral (select concat_ws('-', y, lpad(m::text, 2, '0'), lpad(d::text, 2, '0')) as written) as text`,
  )
  const exists = (written: string): boolean => {
    const moment = new Date(`${written}T00:00:00Z`)
    return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written)
  }
  expect(rows.length).toBe(5 * 14 * 33)
  expect(rows.filter(({ written, day }) => day !== (exists(written) ? written : null))).toEqual([])
})
