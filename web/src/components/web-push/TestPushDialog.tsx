import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { TEST_CALLS } from '@notifly/contracts/campaigns/calls'
import type { CampaignDraft } from '@notifly/contracts/campaigns/campaigns'
import { readSdkConfig } from '@notifly/contracts/web-push/visitors'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { channelInSentence, setUpPath } from '../channels/channels.ts'
import { PageLink } from '../navigation/PageLink.tsx'
import { useSlug } from '../navigation/use-pages.ts'
import { useCan } from '../session/use-session.ts'
import { RECEIVERS_MAX, splitReceivers } from '../test-send/receivers.ts'
import { TestSendDialog } from '../test-send/TestSendDialog.tsx'
import { useStoredText } from '../test-send/receivers.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { ContactDevices, useContactDevices } from './ContactDevices.tsx'
import { browserFault, subscribeOwnBrowser } from './own-browser.ts'
import { usePlaceName } from './use-place-name.ts'

export interface TestPushDialogProps {
  channel: 'webpush' | 'mobilepush'
  /** The form's current values, saved or not. */
  content: CampaignDraft
  /** The contact whose merge fields are used, and whose devices are offered first. */
  contactUuid: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

type To = 'browser' | 'contact' | 'ids'

/** Sends the current notification to this browser, to a contact's devices, or to devices given by their tokens. */
export function TestPushDialog(props: TestPushDialogProps) {
  const { channel, content, contactUuid, open, onOpenChange } = props
  const slug = useSlug()
  const { t } = useTranslation('test-send')
  const mayReadContacts = useCan(ACTIVITY.audience, 'read')
  const site = useRead(readSdkConfig, { params: { app_id: slug } }, { enabled: channel === 'webpush' })
  const hasBrowser = channel === 'webpush'
  const [to, setTo] = useState<To>(hasBrowser ? 'browser' : mayReadContacts ? 'contact' : 'ids')
  const [typed, setTyped] = useStoredText(`${channel}.${slug}`, '')
  const [error, setError] = useState<ReactNode>()
  const [isAsking, setAsking] = useState(false)
  const send = useWrite(TEST_CALLS[channel], { failure: 'form' })
  const chosen = useContactDevices(channel, contactUuid, mayReadContacts)
  /** Drops the last result, which does not apply to a new choice. */
  const forget = () => {
    setError(undefined)
    send.reset()
  }
  const onContact = (uuid: string) => {
    forget()
    chosen.onContact(uuid)
  }
  const devices = { ...chosen, onContact }
  const placeName = usePlaceName()
  const place = placeName(send.error?.errors[0]?.field ?? '')
  const fault = to === 'ids' ? send.error?.errors.find(({ field }) => field === 'receivers') : undefined
  const who = devices.contact === null ? {} : { contact_uuid: devices.contact.uuid }

  const sendTo = (receivers: string[], none: string) => {
    if (receivers.length === 0) return setError(none)
    if (receivers.length > RECEIVERS_MAX) return setError(t('tooMany', { count: RECEIVERS_MAX }))
    setError(undefined)
    send.mutate({ body: { content, receivers, ...who } })
  }
  const sendHere = async () => {
    setError(undefined)
    setAsking(true)
    const { data, error: failure } = site.data ? site : await site.refetch()
    const browser = data && (await subscribeOwnBrowser(slug, data.application_server_key))
    setAsking(false)
    if (!browser) return setError(failure && failure.status !== 404 ? translateSentence(failure) : <NoSite />)
    if (typeof browser === 'string') return setError(t(`browser.${browser}`))
    send.mutate({ body: { content, receivers: [], browser, ...who } })
  }
  const submit = () => {
    if (to === 'browser') void sendHere()
    else if (to === 'contact')
      sendTo(devices.chosen, t(devices.devices?.length === 0 ? 'contact.other' : 'contact.none'))
    else sendTo(splitReceivers(typed), t('ids.none'))
  }
  const choose = (next: To) => {
    setTo(next)
    forget()
  }
  return (
    <TestSendDialog
      channel={channel}
      lead={t('lead')}
      open={open}
      onOpenChange={onOpenChange}
      onSend={submit}
      isSending={send.isPending || isAsking}
      failure={fault ? undefined : (send.error ?? undefined)}
      failedAt={place}
      results={error === undefined ? send.data?.data : undefined}
    >
      <Field label={t('to.label')} error={to === 'browser' && error}>
        <RadioRows<To>
          value={to}
          onChange={choose}
          rows={[
            ...(hasBrowser ? [{ value: 'browser' as const, title: t('browser.title'), help: <BrowserHelp /> }] : []),
            ...(mayReadContacts
              ? [{ value: 'contact' as const, title: t('contact.title'), help: t(`contact.${channel}Help`) }]
              : []),
            { value: 'ids' as const, title: t('ids.title'), help: t('ids.help') },
          ]}
        />
      </Field>
      {to === 'contact' && <ContactDevices devices={devices} channel={channel} error={error} />}
      {to === 'ids' && (
        <Field label={t('ids.label')} error={error ?? (fault && translateSentence(fault))}>
          <TextInput value={typed} onChange={event => setTyped(event.currentTarget.value)} dir="ltr" maxLength={2000} />
        </Field>
      )}
    </TestSendDialog>
  )
}

function NoSite() {
  const slug = useSlug()
  const { t } = useTranslation(['test-send', 'common'])
  return (
    <>
      {t('browser.noSite')}{' '}
      <PageLink to={setUpPath(slug, 'webpush')} tone="link">
        {t('setUp', { channel: channelInSentence(t('common:channel.webpush')) })}
      </PageLink>
    </>
  )
}

/** What would prevent a test in this browser, checked beforehand. */
function BrowserHelp() {
  const { t } = useTranslation('test-send')
  const fault = browserFault()
  return fault === undefined ? t('browser.help') : t(`browser.${fault}`)
}
