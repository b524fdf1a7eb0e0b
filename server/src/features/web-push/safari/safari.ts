/** Settings for Safari 7 to 15: certificate, name and pictures, stored with the site's own settings. */
import { MASK } from '@notifly/contracts/approvals/holding'
import type { SafariConfiguration } from '@notifly/contracts/web-push/safari'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { type CommandContext, openRequestsOn } from '../../approvals/approvals.ts'
import { retireAll } from '../../../people/devices/devices.ts'
import { storeSafari, siteOf } from '../settings/sites.ts'
import type { StoredSite } from '../settings/stored.ts'
import { factsOf, openCertificate, type SafariCertificate, withIntermediate } from './certificate.ts'
import { noPicture } from './form.ts'
import { unpackIcons } from './icons.ts'
import { countSubscribers, selectIconset } from '../queries.ts'

type Part = Required<Pick<StoredSite, 'safari' | 'safari_key'>>

export const SAFARI_ID = 'safari'

/** What a person sets, as stored in a request. Absent: unchanged. */
export interface SafariChange {
  webpush_id: string
  website_name: string
  /** Base64 of the .p12 file, and what opens it. */
  certificate?: string | undefined
  password?: string | undefined
  p12CertificateName?: string | undefined
  /** Base64 of Apple's. */
  intermediate?: string | undefined
  icon?: string | undefined
  iconset?: string | undefined
}

/** Null if there are none. */
export async function readSafari(
  deps: Pick<Deps, 'database' | 'secrets' | 'clock'>,
  db: Db,
  applicationId: string,
): Promise<SafariConfiguration | null> {
  const site = await siteOf({ database: { kysely: db }, secrets: deps.secrets }, applicationId)
  return site?.safari === undefined ? null : present(deps, db, applicationId, site.safari)
}

/** When the certificate expires; null if there is none. */
export async function certificateEnd(
  deps: Pick<Deps, 'database' | 'secrets'>,
  applicationId: string,
): Promise<Date | null> {
  const site = await siteOf(deps, applicationId)
  return site?.safari === undefined ? null : factsOf(site.safari).validUntil
}

/** Throws conflict if it is already set up, or web push is not, and invalidInput at a field. */
export function createSafari(context: CommandContext, change: SafariChange): Promise<SafariConfiguration> {
  return write(context, change, site => {
    if (site.safari !== undefined) {
      throw new AppError('conflict', sentence('safari.exists'))
    }
  })
}

/** Throws notFound if there is nothing to change, invalidInput at a field. */
export function updateSafari(context: CommandContext, change: SafariChange): Promise<SafariConfiguration> {
  return write(context, change, site => {
    if (site.safari === undefined) throw new AppError('notFound')
  })
}

/** Nothing is sent to these browsers any more, and the site does not ask them. Throws notFound if there is nothing. */
export async function deleteSafari(context: CommandContext): Promise<void> {
  await storeSafari(context, async site => {
    if (site.safari === undefined) throw new AppError('notFound')
    return null
  })
  await retireSafaris(context)
}

async function write(
  context: CommandContext,
  change: SafariChange,
  demand: (site: StoredSite) => void,
): Promise<SafariConfiguration> {
  const { deps, db, actor, now } = context
  const { safari } = await storeSafari(context, async site => {
    demand(site)
    const certificate = await certificateFor(change, site, context)
    const pictures = await picturesFor(context, change, site.safari)
    // Apple's names of browsers are those for one website push id.
    if (site.safari !== undefined && site.safari.webpush_id !== change.webpush_id) await retireSafaris(context)
    const {
      webpush_id,
      website_name,
      p12CertificateName = site.safari?.p12CertificateName ?? 'certificate.p12',
    } = change
    const part: Part = {
      safari: {
        application_id: actor.applicationId,
        webpush_id,
        website_name,
        p12CertificateName,
        chain: certificate.chain,
        ...pictures,
        saved_on: now.getTime() / 1000,
      },
      safari_key: certificate.key,
    }
    return part
  })
  if (safari === undefined) throw new AppError('notFound')
  return present(deps, db, actor.applicationId, safari)
}

async function certificateFor(
  change: SafariChange,
  site: StoredSite,
  { actor, now }: CommandContext,
): Promise<SafariCertificate> {
  const { certificate, password = '', webpush_id: id } = change
  const intermediate = change.intermediate === undefined ? null : Buffer.from(change.intermediate, 'base64')
  if (certificate !== undefined) {
    if (password === '') throw invalidField('password', sentence('fields.required'))
    return openCertificate(
      actor.applicationId,
      { p12: Buffer.from(certificate, 'base64'), password, intermediate },
      id,
      now,
    )
  }
  if (site.safari === undefined || site.safari_key === undefined) {
    throw invalidField('certificate', sentence('common.p12File', { reason: sentence('safari.choose') }))
  }
  if (site.safari.webpush_id !== id) {
    throw invalidField('certificate', sentence('safari.savedId', { id: site.safari.webpush_id, wanted: id }))
  }
  const kept = { chain: site.safari.chain, key: site.safari_key }
  return intermediate === null ? kept : withIntermediate(kept, intermediate)
}

async function picturesFor(
  { db, actor }: CommandContext,
  { icon, iconset }: SafariChange,
  saved: StoredSite['safari'],
) {
  if (icon === undefined || iconset === undefined) {
    if (saved === undefined) throw invalidField('icon', noPicture(256))
    return { icon: saved.icon, iconset: saved.iconset, icon_sizes: saved.icon_sizes }
  }
  const file = await selectIconset(db, actor.applicationId, iconset)
  if (file === null) throw invalidField('icon', sentence('safari.gone'))
  return { icon, iconset, icon_sizes: [...unpackIcons(file).keys()] }
}

function retireSafaris({ db, actor: { applicationId }, now }: CommandContext): Promise<void> {
  return retireAll(db, { applicationId, channel: 'webpush', platform: 'safari' }, now)
}

const EXPIRING_MS = 30 * 86_400_000

async function present(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  applicationId: string,
  safari: NonNullable<StoredSite['safari']>,
): Promise<SafariConfiguration> {
  const { webpush_id, website_name, p12CertificateName, icon, icon_sizes, saved_on } = safari
  const { subject, issuer, validFrom, validUntil, hasIntermediate } = factsOf(safari)
  const leftMs = validUntil.getTime() - clock.now().getTime()
  const approvalId = (await openRequestsOn(db, applicationId, 'safari', [SAFARI_ID])).get(SAFARI_ID)
  return {
    webpush_id,
    website_name,
    p12CertificateName,
    password: MASK,
    icon,
    icon_sizes,
    certificate: {
      subject,
      issuer,
      valid_from: epochSeconds(validFrom),
      valid_until: epochSeconds(validUntil),
      state: leftMs <= 0 ? 'expired' : leftMs <= EXPIRING_MS ? 'expiring' : 'valid',
      has_intermediate: hasIntermediate,
    },
    subscribers: await countSubscribers(db, applicationId, 'safari'),
    updated_on: Math.floor(saved_on),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}
