import type { BrandContent } from '@notifly/contracts/brand/brand'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface BrandRow {
  /** The application's. */
  name: string
  content: BrandContent | null
  updated_at: Date | null
  logo_id: string | null
  file_name: string | null
  alt: string
  width: number
  height: number
}

/** Undefined if the application is gone; without content until a brand is saved. */
export async function selectBrand(db: Db, applicationId: string): Promise<BrandRow | undefined> {
  const { rows } = await sql<BrandRow>`
    select a.name, b.content, b.updated_at, i.image_id as logo_id, f.name as file_name,
      coalesce(i.alt, '') as alt, coalesce(i.width, 0) as width, coalesce(i.height, 0) as height
    from application a left join brand b on b.application_id = a.application_id
    left join image i on i.application_id = b.application_id and i.image_id = b.logo_id
    left join stored_file f on f.application_id = i.application_id and f.file_id = i.image_id
    where a.application_id = ${applicationId}`.execute(db)
  return rows[0]
}

interface WrittenBrand {
  logoId: string | null
  content: BrandContent
  updatedBy: string
}

/** Also notes that the brand shows its logo. */
export async function upsertBrand(
  db: Db,
  applicationId: string,
  { logoId, content, updatedBy }: WrittenBrand,
  now: Date,
): Promise<void> {
  const values = { logo_id: logoId, content: JSON.stringify(content), updated_by: updatedBy, updated_at: now }
  await db
    .insertInto('brand')
    .values({ application_id: applicationId, ...values })
    .onConflict(conflict => conflict.column('application_id').doUpdateSet(values))
    .execute()
  await sql`delete from image_use where application_id = ${applicationId} and kind = 'brand'`.execute(db)
  if (logoId === null) return
  const use = { image_id: logoId, kind: 'brand', object_id: applicationId, part: 0 }
  await db
    .insertInto('image_use')
    .values({ application_id: applicationId, ...use })
    .execute()
}
