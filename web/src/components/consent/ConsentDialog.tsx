import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Channel } from '@notifly/contracts/applications/applications'
import { listContacts, readContact } from '@notifly/contracts/contacts/audience'
import {
  type ContactConsent,
  readConsent,
  resubscribeContact,
  unsubscribeContact,
} from '@notifly/contracts/consent/consent'
import { text } from '@notifly/contracts/fields'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { useApiForm } from '../form/use-api-form.ts'
import { useApprovalLabel } from '../approvals/use-approval-label.ts'

const schema = z.object({ reason: text(500) })

export interface ConsentWish {
  channel: Channel
  topic: { uuid: string; name: string } | null
  to: ContactConsent['topics'][number]['status']
  /** Name of the topic or channel. */
  name: string
}

export interface ConsentDialogProps {
  contactUuid: string
  wish: ConsentWish
  /** The reason in a rejected request, and the request's id. */
  start?: string
  reopens?: { reopens?: string }
  /** Above the fields. */
  banner?: ReactNode
  onClose: () => void
}

/**
 * Records what a person told a team member about their consent. Resubscribing may need approval; unsubscribing never
 * does.
 */
export function ConsentDialog({ contactUuid, wish, start = '', reopens, banner, onClose }: ConsentDialogProps) {
  const { channel, topic, to, name } = wish
  const { t } = useTranslation('consent')
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const form = useApiForm(schema, { defaultValues: { reason: start } })
  const save = form.submit(async ({ reason }) => {
    const endpoint = to === 'subscribed' ? resubscribeContact : unsubscribeContact
    const body = { channel, reason, ...(topic !== null && { topic_uuid: topic.uuid }), ...reopens }
    const { makerChecker } = await callWithMeta(endpoint, { params: { uuid: contactUuid }, body })
    await Promise.all([readConsent, listContacts, readContact].map(each => refresh(each)))
    onClose()
    if (!makerChecker) announce({ tone: 'success', message: t(`change.${to}.done`, { name }) })
  })
  return (
    <FormDialog
      form={form}
      banner={banner}
      onClose={onClose}
      title={t(`change.${to}.title`, { name })}
      onSubmit={save}
      action={approvalLabel(t(`to.${to}`))}
    >
      <Alert tone={to === 'subscribed' ? 'warning' : 'info'}>{t(`change.${to}.text`)}</Alert>
      <Field label={t('change.reason')} help={t('change.reasonHelp')} error={form.errorOf('reason')}>
        <Textarea {...form.register('reason')} maxLength={500} rows={2} autoFocus />
      </Field>
    </FormDialog>
  )
}
