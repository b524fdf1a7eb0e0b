import { isEmail } from '@notifly/contracts/fields'
import { readInstallation } from '@notifly/contracts/operator/installation'
import { type EmailContent, sendTestEmail } from '@notifly/contracts/templates/templates'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useUser } from '../session/use-session.ts'
import { RECEIVERS_MAX, splitReceivers } from '../test-send/receivers.ts'
import { TestSendDialog } from '../test-send/TestSendDialog.tsx'
import { useStoredText } from '../test-send/receivers.ts'
import { useSlug } from '../navigation/use-pages.ts'

export interface TestMailDialogProps {
  content: EmailContent
  /** The campaign's sender. Blank or absent: the channel's settings. */
  sender?: { fromName: string; replyTo: string }
  contactUuid: string | undefined
  /** Selects one of several contents. */
  choice?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Sends the editor's content, saved or not, to the reader or to team members, and shows the result of each email. */
export function TestMailDialog(props: TestMailDialogProps) {
  const { content, sender, contactUuid, choice, open, onOpenChange } = props
  const slug = useSlug()
  const { t } = useTranslation(['test-send', 'sentences'])
  const { email } = useUser()
  const [typed, setTyped] = useStoredText(`email.${slug}`, email)
  const [error, setError] = useState<string>()
  const send = useWrite(sendTestEmail, { failure: 'form' })
  const submit = () => {
    const receivers = splitReceivers(typed)
    const wrong = receivers.find(address => !isEmail(address))
    if (wrong !== undefined) return setError(`${t('sentences:fields.email')} (${wrong})`)
    if (receivers.length > RECEIVERS_MAX) return setError(t('tooMany', { count: RECEIVERS_MAX }))
    const replyTo = sender?.replyTo.trim() ?? ''
    setError(undefined)
    send.mutate({
      body: {
        content,
        receivers,
        ...(contactUuid !== undefined && { contact_uuid: contactUuid }),
        from_name: sender?.fromName.trim() ?? '',
        // Left out while it is not a valid address; the wizard shows the error at the field.
        ...(isEmail(replyTo) && { reply_to: replyTo }),
      },
    })
  }
  const results = error === undefined ? send.data?.data : undefined
  return (
    <TestSendDialog
      channel="email"
      lead={t('lead')}
      open={open}
      onOpenChange={next => {
        onOpenChange(next)
        if (!next) send.reset()
      }}
      onSend={submit}
      isSending={send.isPending}
      failure={send.error ?? undefined}
      results={results}
      after={results?.some(result => result.ok) && <InboxLink />}
    >
      {choice}
      <Field label={t('mail.label')} help={t('mail.help')} error={error}>
        <TextInput
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          dir="ltr"
          autoComplete="email"
          maxLength={3000}
        />
      </Field>
    </TestSendDialog>
  )
}

function InboxLink() {
  const { t } = useTranslation('test-send')
  const { data } = useRead(readInstallation, {})
  const inbox = data?.sandbox_url
  if (!inbox) return null
  return (
    <a href={inbox} target="_blank" rel="noreferrer" className="font-medium text-accent-ink hover:underline">
      {t('mail.inbox')}
    </a>
  )
}
