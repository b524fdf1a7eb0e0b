/** Disks that are full: a small one that is mounted, which takes root, and a database that has no room for more rows of a table. */
import { execFileSync } from 'node:child_process'
import type pg from 'pg'
import { onTestFinished } from 'vitest'

/** Puts a disk of that size at a folder until the test ends. `size`: as mount has it, `300k`. */
export function mountSmallDisk(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
}

export interface FullTable {
  /** Statements that were refused so far. */
  refused(): Promise<number>
  makeRoom(): Promise<void>
}

/** From now on the database refuses to write rows of that table, with the code that PostgreSQL has for a full disk. */
export async function fillDiskOf(pool: pg.Pool, table: string): Promise<FullTable> {
  await pool.query(`
    create sequence refused_writes;
    create function refuse_write() returns trigger language plpgsql as $$
    begin
      -- A sequence keeps its number when the transaction is rolled back.
      perform nextval('refused_writes');
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger refuse_write before insert or update on ${table} for each row execute function refuse_write()`)
  return {
    refused: async () => {
      const { rows } = await pool.query<{ n: number }>(
        'select case when is_called then last_value else 0 end::int as n from refused_writes',
      )
      return rows[0]?.n ?? 0
    },
    makeRoom: async () => {
      await pool.query(
        `drop trigger refuse_write on ${table}; drop function refuse_write; drop sequence refused_writes`,
      )
    },
  }
}
