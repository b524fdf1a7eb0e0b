/** Writes of the settings for Safari 7 to 15 as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { uuid } from '@notifly/contracts/fields'
import { MASK } from '@notifly/contracts/approvals/holding'
import { safariFields } from '@notifly/contracts/web-push/safari'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../../approvals/approvals.ts'
import { createSafari, deleteSafari, readSafari, SAFARI_ID, type SafariChange, updateSafari } from './safari.ts'

const base64 = z.optional(z.string().check(z.maxLength(800_000)))

// The placeholder of a secret that was not typed is no certificate.
const certificate = z.pipe(
  base64,
  z.transform(value => (value === MASK || value === '' ? undefined : value)),
)

const payload: z.ZodMiniType<SafariChange> = z.object({
  ...safariFields.shape,
  password: z.optional(z.string().check(z.maxLength(200))),
  p12CertificateName: z.optional(z.string().check(z.maxLength(100))),
  certificate,
  intermediate: base64,
  icon: z.optional(z.string().check(z.maxLength(2000))),
  iconset: z.optional(uuid),
})

const common = {
  activity: ACTIVITY.platformWebpush,
  object: 'safari',
  objectOf: () => SAFARI_ID,
  secrets: [
    { field: 'certificate', boundTo: ['webpush_id'] },
    { field: 'password', boundTo: ['webpush_id'] },
  ],
} as const

async function before({ deps, db, actor }: CommandContext): Promise<Values | null> {
  const found = await readSafari(deps, db, actor.applicationId)
  if (found === null) return null
  const { webpush_id, website_name, p12CertificateName, icon, password } = found
  return { webpush_id, website_name, p12CertificateName, certificate: MASK, password, icon }
}

const idIn = (values: unknown): string => textIn((values ?? null) as Values | null, 'webpush_id')

export const createSafariSettings = defineCommand({
  ...common,
  name: 'safari.create',
  level: 'create',
  payload,
  title: idIn,
  before,
  run: createSafari,
})

export const updateSafariSettings = defineCommand({
  ...common,
  name: 'safari.update',
  level: 'update',
  payload,
  title: idIn,
  before,
  run: updateSafari,
})

export const deleteSafariSettings = defineCommand({
  ...common,
  secrets: [],
  name: 'safari.delete',
  level: 'delete',
  payload: z.object({}),
  title: (_, found) => idIn(found),
  before,
  run: deleteSafari,
})

export const safariCommands: readonly AnyCommand[] = [createSafariSettings, updateSafariSettings, deleteSafariSettings]
