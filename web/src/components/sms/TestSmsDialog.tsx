import { MESSAGE_CLASSES, type MessageClass } from '@notifly/contracts/campaign-content'
import { sendTestSms } from '@notifly/contracts/sms'
import type { TestMailResult } from '@notifly/contracts/templates'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { serverText } from '../../locales/server-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { answerWords } from '../channels/answer-words.ts'
import { setUpPath } from '../channels/channels.ts'
import { PageLink } from '../navigation/PageLink.tsx'

export interface TestSmsDialogProps {
  slug: string
  /** What stands in the editor, saved or not. */
  text: string
  dltTemplateId?: string | undefined
  /** Whose fields it is filled with. */
  contactUuid: string | undefined
  /** Where a campaign says which; otherwise it is chosen here. */
  messageClass?: MessageClass | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

const RECEIVERS_MAX = 10

/** Sends the text to one's own phone, or to a few others, and says what came of each message. */
export function TestSmsDialog(props: TestSmsDialogProps) {
  const { slug, text, dltTemplateId, contactUuid, messageClass, open, onOpenChange } = props
  const { t } = useTranslation(['sms', 'common'])
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<MessageClass>('transactional')
  const [error, setError] = useState<string>()
  const send = useWrite(sendTestSms, { failure: 'form' })
  const faultOf = send.error?.errors.find(({ field }) => field === 'receivers')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Spaces stand inside of numbers.
    const receivers = typed
      .split(/[,;\n]+/)
      .map(each => each.trim())
      .filter(each => each !== '')
    if (receivers.length === 0) return setError(t('test.none'))
    if (receivers.length > RECEIVERS_MAX) return setError(t('test.tooMany', { count: RECEIVERS_MAX }))
    setError(undefined)
    send.mutate({
      body: {
        smsBody: text,
        message_class: messageClass ?? chosen,
        receivers,
        ...(dltTemplateId && { dlt_template_id: dltTemplateId }),
        ...(contactUuid !== undefined && { contact_uuid: contactUuid }),
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
        <Field
          label={t('test.receivers')}
          help={t('test.help')}
          error={error ?? (faultOf && serverText(faultOf.message))}
        >
          <TextInput
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            type="tel"
            dir="ltr"
            autoComplete="tel"
            placeholder="+91 98765 43210"
            maxLength={400}
          />
        </Field>
        {messageClass === undefined && (
          <Field label={t('test.class')} help={t(`class.${chosen}.help`)}>
            <Segmented
              aria-label={t('test.class')}
              value={chosen}
              onChange={setChosen}
              segments={MESSAGE_CLASSES.map(value => ({ value, label: t(`class.${value}.name`) }))}
            />
          </Field>
        )}
        {send.error && !faultOf && (
          <Alert tone="danger" live>
            {serverText(send.error.message)}{' '}
            {send.error.status === 409 && (
              <PageLink to={setUpPath(slug, 'sms')} tone="link">
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
  return (
    <div role="status">
      <ul className="flex flex-col gap-2">
        {results.map(({ receiver, ok, message }) => (
          <li key={receiver} className="flex gap-2.5">
            <Icon
              of={ok ? CircleCheck : CircleX}
              className={cx('mt-0.5', ok ? 'text-success-ink' : 'text-danger-ink')}
            />
            <div className="min-w-0">
              <p className="tnum font-medium">
                <bdi dir="ltr">{receiver}</bdi>
              </p>
              <p className={cx('text-12 wrap-anywhere', ok ? 'text-muted' : 'text-danger-ink')}>
                {answerWords(message)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
