/** The data of contacts, campaigns, approvals and imports in bodies: their state when the request is made. */
import { APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import { type WebhookEvent, webhookEvent } from '@notifly/contracts/webhooks/events'
import type { Db } from '../../../db/schema/tables.ts'
import type { DueMessage } from './message-queries.ts'
import {
  type ApprovalFacts,
  type CampaignFacts,
  type ContactFacts,
  type ImportFacts,
  selectApprovalFacts,
  selectCampaignFacts,
  selectContactFacts,
  selectImportFacts,
} from './thing-queries.ts'

/** Larger merge fields are left out, so that a body stays within its 64 KB. */
const MERGE_FIELDS_MAX_BYTES = 49_152

type DataOf = (event: WebhookEvent, message: DueMessage) => Record<string, unknown>

/** The `data` of these messages. */
export async function subjectsOf(db: Db, applicationId: string, messages: readonly DueMessage[]): Promise<DataOf> {
  const idsOf = (thing: string): string[] =>
    messages.flatMap(({ event, subjectId }) =>
      subjectId !== null && webhookEvent(event)?.name.startsWith(`${thing}.`) ? [subjectId] : [],
    )
  const contacts = await selectContactFacts(db, applicationId, idsOf('contact'))
  const campaigns = await selectCampaignFacts(db, applicationId, idsOf('campaign'))
  const approvals = await selectApprovalFacts(db, applicationId, idsOf('approval'))
  const imports = await selectImportFacts(db, applicationId, idsOf('import'))
  return ({ name }, { subjectId }) => {
    const uuid = subjectId ?? ''
    switch (name.split('.')[0]) {
      case 'contact':
        return { contact: { uuid, ...contactData(contacts.get(uuid)) } }
      case 'campaign':
        return { campaign: { uuid, ...campaignData(campaigns.get(uuid)) } }
      case 'approval':
        return { approval: { uuid, ...approvalData(approvals.get(uuid)) } }
      default:
        return { import: { uuid, ...importData(imports.get(uuid)) } }
    }
  }
}

/** For a deleted contact, only the id. */
function contactData(facts: ContactFacts | undefined) {
  if (facts === undefined) return {}
  const { contact_id: _, merge_fields: fields, ...rest } = facts
  const isShort = Buffer.byteLength(JSON.stringify(fields)) <= MERGE_FIELDS_MAX_BYTES
  return { ...rest, merge_fields: isShort ? fields : null }
}

function campaignData(facts: CampaignFacts | undefined) {
  return facts === undefined ? {} : { name: facts.name, channel: facts.channel, status: facts.status }
}

const STATUS_NAMES = Object.keys(APPROVAL_STATUS)

function approvalData(facts: ApprovalFacts | undefined) {
  if (facts === undefined) return {}
  const { command, activity, title, status } = facts
  return { activity_id: activity, action: command, title, status: STATUS_NAMES[status] ?? null }
}

function importData(facts: ImportFacts | undefined) {
  if (facts === undefined) return {}
  const { kind, state, file_name: fileName, rows_total: rows, segment_id: segment } = facts
  const counts = { rows, new: facts.new_users, updated: facts.updated_users, rejected: facts.rejected }
  return { kind, status: state, file_name: fileName, segment_uuid: segment, ...counts }
}
