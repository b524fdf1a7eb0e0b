/** Front door of the brand: how an application's emails look. */
import { type Brand, type BrandContent, DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { limitedWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { invalidField, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { addressOfFile } from '../assets/assets.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { isInLibrary } from '../images/images.ts'
import { selectBrand, upsertBrand } from './queries.ts'

type BrandDeps = Pick<Deps, 'config' | 'database' | 'clock'>

/** Returns our defaults until a member saves a brand. */
export async function readBrand({ config }: Pick<Deps, 'config'>, db: Db, applicationId: string): Promise<Brand> {
  const row = orNotFound(await selectBrand(db, applicationId))
  const { name, content, updated_at, logo_id, file_name, alt, width, height } = row
  const logo =
    logo_id === null || file_name === null
      ? null
      : { uuid: logo_id, address: addressOfFile(config, applicationId, logo_id, file_name), alt, width, height }
  return { ...DEFAULT_BRAND, ...content, name, logo, updated_on: updated_at && epochSeconds(updated_at) }
}

/** Throws at `logo_uuid` for an image that is not in the library. */
export function saveBrand(
  deps: BrandDeps,
  caller: ApplicationCaller,
  { logo_uuid, ...content }: BrandContent & { logo_uuid: string | null },
): Promise<Brand> {
  const { applicationId } = caller
  const logoId = logo_uuid?.toLowerCase() ?? null
  const now = deps.clock.now()
  return limitedWrite(deps.database.kysely, applicationId, async tx => {
    const before = await readBrand(deps, tx, applicationId)
    // A logo that was deleted from the library stays until another one is chosen.
    const isKept = logoId === null || logoId === before.logo?.uuid
    if (!isKept && !(await isInLibrary(tx, { applicationId, imageId: logoId }))) {
      throw invalidField('logo_uuid', sentence('brand.logoGone'))
    }
    await upsertBrand(tx, applicationId, { logoId, content, updatedBy: caller.accountId }, now)
    const after = await readBrand(deps, tx, applicationId)
    const object = { type: 'brand', id: null, name: after.company || after.name }
    const values = { before: shown(before), after: shown(after) }
    await recordAudit(tx, { ...byCaller(caller), action: 'brand.update', object, ...values }, now)
    return after
  })
}

function shown({ company, colors, font, button, address, social, logo }: Brand) {
  return {
    company,
    ...colors,
    font,
    button,
    address,
    social: social.map(({ url }) => url),
    logo: logo?.address ?? null,
  }
}
