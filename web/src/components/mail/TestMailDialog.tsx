import { MESSAGES, isEmail } from '@notifly/contracts/fields'
import { readInstallation } from '@notifly/contracts/product'
import { type EmailContent, sendTestEmail, type TestMailResult } from '@notifly/contracts/templates'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { answerWords } from '../channels/answer-words.ts'
import { PageLink } from '../navigation/PageLink.tsx'
import { setUpPath } from '../channels/channels.ts'
import { useUser } from '../session/use-session.ts'
import { serverText } from '../../locales/server-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

export interface TestMailDialogProps {
  slug: string
  content: EmailContent
  /** What the campaign says of its sender; blank or absent: as the channel is set up. */
  sender?: { fromName: string; replyTo: string }
  contactUuid: string | undefined
  /** Which of several contents is sent. */
  choice?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

const RECEIVERS_MAX = 10

/** Sends what stands in the editor, saved or not, to oneself or to colleagues, and says what came of each mail. */
export function TestMailDialog(props: TestMailDialogProps) {
  const { slug, content, sender, contactUuid, choice, open, onOpenChange } = props
  const { t } = useTranslation(['templates', 'common'])
  const { email } = useUser()
  const [typed, setTyped] = useState(email)
  const [error, setError] = useState<string>()
  const send = useWrite(sendTestEmail, { failure: 'form' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const receivers = typed.split(/[\s,;]+/).filter(address => address !== '')
    const wrong = receivers.find(address => !isEmail(address))
    if (wrong !== undefined) return setError(`${serverText(MESSAGES.email)} (${wrong})`)
    if (receivers.length > RECEIVERS_MAX) return setError(t('test.tooMany', { count: RECEIVERS_MAX }))
    const replyTo = sender?.replyTo.trim() ?? ''
    setError(undefined)
    send.mutate({
      body: {
        content,
        receivers,
        ...(contactUuid !== undefined && { contact_uuid: contactUuid }),
        from_name: sender?.fromName.trim() ?? '',
        // While it is being typed it is no address yet; the wizard says so where it stands.
        ...(isEmail(replyTo) && { reply_to: replyTo }),
      },
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={next => {
        onOpenChange(next)
        if (!next) send.reset()
      }}
      title={t('test.title')}
      description={t('test.lead')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:ui.close')}</Button>
          <Button type="submit" variant="primary" icon={Send} loading={send.isPending}>
            {t('test.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {choice}
        <Field label={t('test.receivers')} help={t('test.help')} error={error}>
          <TextInput
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            dir="ltr"
            autoComplete="email"
            maxLength={3000}
          />
        </Field>
        {send.error && (
          <Alert tone="danger" live>
            {serverText(send.error.message)}{' '}
            {send.error.status === 409 && (
              <PageLink to={setUpPath(slug, 'email')} tone="link">
                {t('test.setUp')}
              </PageLink>
            )}
          </Alert>
        )}
        {send.data && <Results results={send.data.data} />}
      </div>
    </Dialog>
  )
}

function Results({ results }: { results: readonly TestMailResult[] }) {
  const { t } = useTranslation('templates')
  const { data } = useRead(readInstallation, {})
  const inbox = results.some(result => result.ok) ? data?.sandbox_url : undefined
  return (
    <div role="status" className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {results.map(({ receiver, ok, message }) => (
          <li key={receiver} className="flex gap-2.5">
            <Icon
              of={ok ? CircleCheck : CircleX}
              className={cx('mt-0.5', ok ? 'text-success-ink' : 'text-danger-ink')}
            />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <bdi>{receiver}</bdi>
              </p>
              <p className={cx('text-12 wrap-anywhere', ok ? 'text-muted' : 'text-danger-ink')}>
                {answerWords(message)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {inbox && (
        <a href={inbox} target="_blank" rel="noreferrer" className="font-medium text-accent-ink hover:underline">
          {t('test.inbox')}
        </a>
      )}
    </div>
  )
}
