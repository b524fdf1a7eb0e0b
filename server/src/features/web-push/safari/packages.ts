/** The push packages of all applications: for each, the common part of its visitors' packages is made once and cached. */
import type { Deps } from '../../../http/deps.ts'
import { safariServiceUrl } from '../visitors/sdk.ts'
import type { StoredSite } from '../settings/stored.ts'
import { OPEN_PATH } from '../../../channels/webpush/safari-settings.ts'
import { unpackIcons } from './icons.ts'
import type { BuildPackage } from './push-package.ts'
import { selectIconset } from '../queries.ts'

const MOST = 100

export interface Packages {
  /** The package of a visitor's token; null where the site does not ask Safari 7 to 15. */
  of(site: StoredSite, authenticationToken: string): Promise<Buffer | null>
}

export function createPackages({ database, config }: Pick<Deps, 'database' | 'config'>): Packages {
  const kept = new Map<string, { version: string; build: BuildPackage }>()

  const builder = async ({ safari, safari_key: key, site_url }: StoredSite): Promise<BuildPackage | null> => {
    if (safari === undefined || key === undefined) return null
    const { application_id: applicationId, webpush_id, website_name, iconset, chain, saved_on } = safari
    const version = `${saved_on} ${site_url}`
    const known = kept.get(applicationId)
    if (known?.version === version) return known.build
    const icons = await selectIconset(database.kysely, applicationId, iconset)
    if (icons === null) return null
    const website = {
      websiteName: website_name,
      websitePushID: webpush_id,
      allowedDomains: [new URL(site_url).origin],
      urlFormatString: `${config.publicUrl}${OPEN_PATH}%@`,
      webServiceURL: safariServiceUrl(config),
    }
    const { createPackager } = await import('./push-package.ts')
    const build = createPackager(website, unpackIcons(icons), { chain, key })
    const [oldest] = kept.keys()
    if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest)
    kept.set(applicationId, { version, build })
    return build
  }

  return { of: async (site, token) => (await builder(site))?.(token) ?? null }
}
