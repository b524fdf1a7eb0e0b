import { email, text } from '@notifly/contracts/fields'
import { createTicket, TICKET_PRIORITIES, TICKET_TEXT_MAX } from '@notifly/contracts/support/support'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../api/client.ts'
import { announce, lastFailedRequest } from '../../api/signals.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { useSession } from '../../components/session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

/** The server takes a ticket without a word from programs; a person is asked for one. */
const schema = z.object({
  properties: z.object({
    subject: email,
    hs_ticket_priority: z.enum(TICKET_PRIORITIES),
    content: text(TICKET_TEXT_MAX),
  }),
})

/** The support ticket. What the person typed stays until the ticket has a number. */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['support', 'common'])
  const user = useSession()
  const router = useRouter()
  const [tellsPage, setTellsPage] = useState(true)
  const form = useApiForm(schema, {
    defaultValues: { properties: { subject: user?.email ?? '', hs_ticket_priority: 'LOW', content: '' } },
  })
  const priority = useController({ control: form.control, name: 'properties.hs_ticket_priority' }).field
  const send = form.submit(async body => {
    const request = lastFailedRequest.get()
    const about = { page: router.state.location.pathname, ...(request !== undefined && { request_id: request }) }
    const { data } = await callWithMeta(createTicket, { body: { ...body, ...(tellsPage && { about }) } })
    announce({ tone: 'success', message: t('sent', { number: data.number }) })
    onClose()
  })
  return (
    <Dialog
      onOpenChange={open => !open && onClose()}
      title={t('title')}
      description={t('description')}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t('common:ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
            {t('send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormFailure error={form.failure} />
        <Field label={t('email')} help={t('emailHelp')} error={form.errorOf('properties.subject')}>
          <TextInput {...form.register('properties.subject')} type="email" autoComplete="email" />
        </Field>
        <Field label={t('priority.label')} error={form.errorOf('properties.hs_ticket_priority')}>
          <Segmented
            segments={TICKET_PRIORITIES.map(value => ({ value, label: t(`priority.${value}`) }))}
            value={priority.value}
            onChange={priority.onChange}
            block
          />
        </Field>
        <Field label={t('message')} error={form.errorOf('properties.content')}>
          <Textarea
            {...form.register('properties.content')}
            className="min-h-34"
            maxLength={TICKET_TEXT_MAX}
            counter
            autoFocus
          />
        </Field>
        <Checkbox checked={tellsPage} onChange={setTellsPage} label={t('about')} help={t('aboutHelp')} />
      </div>
    </Dialog>
  )
}
