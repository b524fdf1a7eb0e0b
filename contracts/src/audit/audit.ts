/** The audit trail: who did what, when and from where. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, maxCharacters, paging, search, uuid } from '../fields.ts'

/**
 * Every act that is recorded, by a name that never changes: the object, then what was done to it. A new one is added here and gets its
 * words in the dashboard's catalogues.
 */
export const AUDIT_ACTIONS = [
  'account.create',
  'account.verify',
  'account.sign-in',
  'account.sign-in-failed',
  'account.sign-out',
  'account.password-reset',
  'account.password-change',
  'account.update',
  'account.mfa-enable',
  'account.mfa-disable',
  'account.recovery-codes',
  'account.provider-link',
  'account.provider-unlink',
  'account.delete',
  'session.revoke',
  'organization.create',
  'organization.update',
  'organization.delete',
  'member.update',
  'member.remove',
  'invite.create',
  'invite.resend',
  'invite.withdraw',
  'invite.accept',
  'role.create',
  'role.update',
  'role.delete',
  'key.create',
  'key.update',
  'key.reveal',
  'key.revoke',
  'key.rotate',
  'key.end-old-secret',
  'webhook.create',
  'webhook.update',
  'webhook.delete',
  'webhook.test',
  'webhook.rotate',
  'webhook.replay',
  'webhook.recover',
  'webhook.disable',
  'application.create',
  'application.update',
  'application.delete',
  'channel.create',
  'channel.update',
  'channel.delete',
  'channel.test',
  'channel.rotate-hook',
  'prices.update',
  'site.create',
  'site.update',
  'site.delete',
  'site.reveal',
  'safari.create',
  'safari.update',
  'safari.delete',
  'prompts.update',
  'template.create',
  'template.update',
  'template.restore',
  'template.delete',
  'template.test',
  'template.tag',
  'template-block.create',
  'template-block.update',
  'template-block.delete',
  'whatsapp-template.create',
  'whatsapp-template.update',
  'whatsapp-template.delete',
  'whatsapp-template.tag',
  'segment.create',
  'segment.update',
  'segment.duplicate',
  'segment.delete',
  'segment.add',
  'segment.remove',
  'segment.tag',
  'merge-field.rename',
  'merge-field.merge',
  'merge-field.delete',
  'contact.create',
  'contact.update',
  'contact.delete',
  'contact.export',
  'contact.erase',
  'contact.bulk-update',
  'contact.bulk-delete',
  'contact.bulk-unsubscribe',
  'contact.bulk-stop',
  'suppression.create',
  'suppression.delete',
  'suppression.import',
  'consent.unsubscribe',
  'consent.resubscribe',
  'topic.create',
  'topic.update',
  'topic.delete',
  'sign-up-form.create',
  'sign-up-form.update',
  'sign-up-form.delete',
  'import.verify',
  'import.insert',
  'campaign.launch',
  'campaign.update',
  'campaign.pause',
  'campaign.undo-launch',
  'campaign.resume',
  'campaign.cancel',
  'campaign.choose-winner',
  'campaign.delete',
  'campaign.tag',
  'campaign.test',
  'image.update',
  'image.delete',
  'image-folder.create',
  'image-folder.update',
  'image-folder.delete',
  'brand.update',
  'billing.update',
  'subscription.create',
  'subscription.pay',
  'subscription.update',
  'subscription.cancel',
  'subscription.state',
  'subscription.refund',
  'file.upload',
  'file.download',
  'approval.create',
  'approval.approve',
  'approval.reject',
  'approval.withdraw',
  'approval.escalate',
  'approval.raise',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Who acted; `key` is a program, `deleted` a person whose account was deleted. */
const AuditActor = z.object({
  kind: z.enum(['account', 'key', 'deleted', 'system', 'sla']),
  uuid: z.nullable(uuid),
  /** Name and address at that time. */
  name: z.string(),
  email: z.string(),
})

const values = z.nullable(z.record(z.string(), z.unknown()))

export const AuditEntry = z.object({
  uuid,
  /** With milliseconds, so that entries of one request keep their order. */
  at: z.string(),
  actor: AuditActor,
  /** One of AUDIT_ACTIONS. */
  action: z.string(),
  /** `name` is empty if only the id is kept. */
  object: z.object({ type: z.string(), id: z.nullable(z.string()), name: z.string() }),
  application: z.nullable(z.object({ uuid, name: z.string() })),
  /** Only the differences if there is an `after` as well; secrets read "changed". */
  before: values,
  after: values,
  address: z.string(),
  user_agent: z.string(),
  request_id: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filterInApplication = {
  /** The uuid of an account or a key, `system` for the product itself, or `sla` for expired deadlines. */
  actor: z.optional(z.union([z.literal('system'), z.literal('sla'), uuid])),
  action: z.optional(z.enum(AUDIT_ACTIONS)),
  /** A kind of object (`template`), or one object's id. */
  object: z.optional(z.string().check(maxCharacters(100))),
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  search,
}
const filter = { organization_uuid: z.optional(uuid), application_uuid: z.optional(uuid), ...filterInApplication }

const access = { activity: ACTIVITY.usageLogs, level: 'read', scope: 'organization' } as const

export const listAudit = endpoint({
  call: 'GET /authP/audit',
  summary: 'The audit trail of an organization, newest first',
  access,
  query: z.object({ ...filter, ...paging }),
  data: z.array(AuditEntry),
  paged: true,
})

/** Of the active application only. */
export const listUsageLogs = endpoint({
  call: 'GET /api/usage-logs',
  summary: 'Who did what in the active application, when and from where, newest first',
  access: { activity: ACTIVITY.usageLogs, level: 'read', scope: 'application' },
  query: z.object({ ...filterInApplication, ...paging }),
  data: z.array(AuditEntry),
  paged: true,
})

export const listAuditActors = endpoint({
  call: 'GET /authP/audit/actors',
  summary: 'The people who appear in the audit trail',
  access,
  query: z.object({ organization_uuid: z.optional(uuid) }),
  data: z.array(z.object({ uuid, name: z.string(), email: z.string() })),
})

export const exportAudit = endpoint({
  call: 'GET /authP/audit/export',
  summary: 'The same entries as CSV',
  access,
  query: z.object(filter),
  raw: { types: ['text/csv'] },
})
