import type { Channel } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { deleteApiKey } from '@notifly/contracts/api-keys/api-keys'
import { type Approval, countPending, listApprovals } from '@notifly/contracts/approvals/approvals'
import { createSegment, deleteSegment } from '@notifly/contracts/contacts/audience'
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import { SETTINGS_CHANNELS } from '@notifly/contracts/channel-settings/channels'
import {
  addToSegment,
  type BulkChoice,
  deleteContacts,
  removeFromSegment,
  unsubscribeContacts,
} from '@notifly/contracts/contacts/bulk'
import { deleteContact, eraseContact } from '@notifly/contracts/contacts/contacts'
import { deleteMergeField, mergeMergeFields, renameMergeField } from '@notifly/contracts/fields/merge-fields'
import { deleteSafari } from '@notifly/contracts/web-push/safari'
import { duplicateSegment } from '@notifly/contracts/segments/segments'
import { deleteSignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { deleteTemplate } from '@notifly/contracts/templates/templates'
import { deleteSite } from '@notifly/contracts/web-push/web-push'
import { deleteWhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { callWithMeta } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { textIn } from '../../components/approvals/request-address.ts'
import { channelIn } from '../../components/channels/channels.ts'
import { Button } from '../../ui/controls/Button.tsx'

type Repeat = () => Promise<{ makerChecker: boolean }>

/**
 * Repeats the same write, for requests without a page that could be filled in from them: deletions, and others without anything to correct.
 */
function repeatOf(request: Approval): Repeat | undefined {
  const { uuid: reopens, command, payload } = request
  const id = (field: string) => textIn(payload, field)
  switch (command) {
    case 'template.delete':
      return () => callWithMeta(deleteTemplate, { query: { template_uuid: id('template_uuid'), reopens } })
    case 'whatsapp-template.delete':
      return () => callWithMeta(deleteWhatsappTemplate, { query: { template_uuid: id('template_uuid'), reopens } })
    case 'segment.create': {
      if (payload['rules'] !== undefined) return undefined
      const body = { segment_name: id('segment_name'), contact_uuids: idsIn(request), reopens }
      return () => callWithMeta(createSegment, { body })
    }
    case 'segment.duplicate': {
      const name = id('segment_name')
      const body = { segment_uuid: id('segment_uuid'), ...(name && { segment_name: name }), reopens }
      return () => callWithMeta(duplicateSegment, { body })
    }
    case 'segment.delete':
      return () => callWithMeta(deleteSegment, { query: { segment_uuid: id('segment_uuid'), reopens } })
    case 'channel.delete': {
      const channel = SETTINGS_CHANNELS.find(each => each === channelIn(payload['channel'])) ?? 'email'
      return () => callWithMeta(CONFIGURATION_CALLS[channel].remove, { query: { reopens } })
    }
    case 'site.delete':
      return () => callWithMeta(deleteSite, { query: { reopens } })
    case 'safari.delete':
      return () => callWithMeta(deleteSafari, { query: { reopens } })
    case 'campaign.resume':
      return () =>
        callWithMeta(CAMPAIGN_CALLS[channelIn(payload['channel'])].resumeCampaign, {
          body: { uuid: id('uuid'), reopens },
        })
    case 'key.revoke':
      return () => callWithMeta(deleteApiKey, { query: { client_id: id('client_id'), reopens } })
    default:
      return repeatOfAudience(request)
  }
}

function repeatOfAudience(request: Approval): Repeat | undefined {
  const { uuid: reopens, command, payload } = request
  const id = (field: string) => textIn(payload, field)
  const params = { uuid: id('uuid') }
  switch (command) {
    case 'contact.delete':
      return () => callWithMeta(deleteContact, { params, query: { reopens } })
    case 'contact.bulk-delete':
      return () => callWithMeta(deleteContacts, { body: { ...choiceIn(request), reopens } })
    case 'contact.bulk-unsubscribe': {
      const { channels, reason } = payload as { channels: Channel[]; reason: string }
      return () => callWithMeta(unsubscribeContacts, { body: { ...choiceIn(request), channels, reason, reopens } })
    }
    case 'segment.add': {
      const target = id('segment_uuid') ? { segment_uuid: id('segment_uuid') } : { segment_name: id('segment_name') }
      return () => callWithMeta(addToSegment, { body: { ...choiceIn(request), ...target, reopens } })
    }
    case 'segment.remove': {
      const body = { ...choiceIn(request), segment_uuid: id('segment_uuid'), reopens }
      return () => callWithMeta(removeFromSegment, { body })
    }
    case 'sign-up-form.delete':
      return () => callWithMeta(deleteSignUpForm, { params: { uuid: id('form_uuid') }, query: { reopens } })
    case 'contact.erase':
      return () => callWithMeta(eraseContact, { params, body: { reopens } })
    case 'merge-field.rename':
      return () => callWithMeta(renameMergeField, { body: { name: id('name'), new_name: id('new_name'), reopens } })
    case 'merge-field.merge':
      return () => callWithMeta(mergeMergeFields, { body: { name: id('name'), into: id('into'), reopens } })
    case 'merge-field.delete':
      return () => callWithMeta(deleteMergeField, { query: { name: id('name'), reopens } })
    default:
      return undefined
  }
}

function idsIn({ payload }: Approval): string[] {
  const ids = payload['contact_uuids']
  return Array.isArray(ids) ? ids.map(String) : []
}

/** The contacts of a bulk action: selected ones, or all that matched. */
function choiceIn(request: Approval) {
  const { filter } = request.payload as BulkChoice
  return filter === undefined ? { contact_uuids: idsIn(request) } : { filter }
}

/** Whether a rejected request of the reader can be repeated unchanged. */
export function canAskAgain(request: Approval): boolean {
  return request.can_reopen && repeatOf(request) !== undefined
}

/** Repeats a rejected deletion or a similar request. */
export function AskAgain({ request, onDone }: { request: Approval; onDone: () => void }) {
  const { t } = useTranslation('approvals')
  const [isAsking, setAsking] = useState(false)
  const repeat = repeatOf(request)
  if (repeat === undefined) return null
  const ask = async () => {
    setAsking(true)
    try {
      const { makerChecker } = await repeat()
      onDone()
      if (!makerChecker) announce({ tone: 'success', message: t('reopen.done') })
      await Promise.all([listApprovals, countPending].map(each => refresh(each)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 403) announce({ tone: 'danger', message: error })
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button variant="primary" icon={RotateCcw} loading={isAsking} onClick={() => void ask()}>
      {t('reopen.again')}
    </Button>
  )
}
