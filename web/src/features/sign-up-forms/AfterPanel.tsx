import { readSegment } from '@notifly/contracts/contacts/audience'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { CONFIRM_DAYS } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { SegmentBox } from '../../components/segments/SegmentBox.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { DefaultTexts, SignUpFormForm } from './form-values.ts'
import type { PreviewView } from './FormPreview.tsx'

interface AfterPanelProps {
  form: SignUpFormForm
  ours: DefaultTexts
  /** Shows what is being written. */
  onLook: (view: PreviewView) => void
}

/** What happens after the form is submitted: the confirmation email, the welcome email, the segment. */
export function AfterPanel(props: AfterPanelProps) {
  return (
    <>
      <Confirmation {...props} />
      <Welcome {...props} />
    </>
  )
}

function Confirmation({ form: { register, watch, setValue, errorOf }, ours, onLook }: AfterPanelProps) {
  const { t } = useTranslation('forms')
  const isConfirmed = watch('double_opt_in') ?? true
  return (
    <Panel title={t('edit.confirmation')}>
      <div className="flex flex-col gap-4">
        <Switch
          checked={isConfirmed}
          onChange={isOn => setValue('double_opt_in', isOn, { shouldDirty: true })}
          label={t('edit.doubleOptIn')}
          help={t('edit.doubleOptInHelp', { days: CONFIRM_DAYS })}
        />
        {!isConfirmed && <Alert tone="warning">{t('edit.singleOptIn')}</Alert>}
        {isConfirmed && (
          <div className="flex flex-col gap-4" onFocus={() => onLook('mail')}>
            <Field label={t('edit.mailSubject')} optional error={errorOf('mail_subject')}>
              <TextInput {...register('mail_subject')} placeholder={ours?.['mail_subject']} maxLength={150} />
            </Field>
            <Field label={t('edit.mailText')} optional error={errorOf('mail_text')}>
              <Textarea {...register('mail_text')} placeholder={ours?.['mail_text']} maxLength={2000} rows={3} />
            </Field>
            <Field label={t('edit.mailButton')} optional error={errorOf('mail_button')}>
              <TextInput {...register('mail_button')} placeholder={ours?.['mail_button']} maxLength={40} />
            </Field>
          </div>
        )}
      </div>
    </Panel>
  )
}

function Welcome({ form, ours, onLook }: AfterPanelProps) {
  const { t } = useTranslation('forms')
  const { register, watch, errorOf } = form
  const redirect = watch('redirect_url')
  return (
    <Panel title={t('edit.after')}>
      <div className="flex flex-col gap-4" onFocus={() => onLook('welcome')}>
        <Field label={t('edit.redirect')} optional help={t('edit.redirectHelp')} error={errorOf('redirect_url')}>
          <TextInput
            {...register('redirect_url', { setValueAs: (text: string | null) => (text === '' ? null : text) })}
            type="url"
            dir="ltr"
            placeholder="https://"
            maxLength={500}
          />
        </Field>
        {!redirect && (
          <>
            <Field label={t('edit.welcomeTitle')} optional error={errorOf('welcome_title')}>
              <TextInput {...register('welcome_title')} placeholder={ours?.['welcome_title']} maxLength={100} />
            </Field>
            <Field label={t('edit.welcomeText')} optional error={errorOf('welcome_text')}>
              <Textarea {...register('welcome_text')} placeholder={ours?.['welcome_text']} maxLength={500} rows={2} />
            </Field>
          </>
        )}
        <Segment form={form} />
      </div>
    </Panel>
  )
}

/** The segment to which people are added; an id whose name the reader may not see shows its last digits. */
function Segment({ form: { register, watch, setValue, errorOf } }: { form: SignUpFormForm }) {
  const { t } = useTranslation('forms')
  const mayRead = useCan(ACTIVITY.segmentation, 'read')
  register('segment_uuid')
  const chosen = watch('segment_uuid') ?? null
  const { data } = useRead(
    readSegment,
    { query: { segment_uuid: chosen ?? '' } },
    { enabled: mayRead && chosen !== null },
  )
  if (!mayRead) return null
  const label = data?.uuid === chosen ? data?.name : undefined
  return (
    <Field label={t('edit.segment')} optional help={t('edit.segmentHelp')} error={errorOf('segment_uuid')}>
      <SegmentBox
        value={chosen === null ? null : { value: chosen, label: label ?? `…${chosen.slice(-8)}` }}
        onChange={option => setValue('segment_uuid', option?.value ?? null, { shouldDirty: true })}
      />
    </Field>
  )
}
