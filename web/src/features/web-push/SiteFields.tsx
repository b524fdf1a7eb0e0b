import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PictureButton } from '../../components/files/PictureButton.tsx'
import { type ApiForm, refusal } from '../../components/form/use-api-form.ts'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { SiteValues } from './use-site-form.ts'

export interface SiteFieldsProps {
  form: ApiForm<SiteValues, SiteValues>
  /** Undefined until the site is saved for the first time. */
  applicationServerKey: string | undefined
  /** Browsers that are subscribed now; undefined with the key. */
  subscribers: number | undefined
  readOnly: boolean
}

type TextName = Exclude<keyof SiteValues, 'auto_re_subscribe' | 'wn_on_click'>

/** The site itself, its pictures, its welcome, and where its worker lies. */
export function SiteFields({ form, applicationServerKey: key, subscribers, readOnly }: SiteFieldsProps) {
  const { t } = useTranslation('prompts')
  const switched = (name: 'auto_re_subscribe' | 'wn_on_click') => (
    <div data-info={name}>
      <Switch
        checked={form.watch(name)}
        disabled={readOnly}
        onChange={on => form.setValue(name, on, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
        label={t(`channels:fields.${name}.label`)}
        help={t(`help.${name}`)}
      />
    </div>
  )
  const hasFault = ['worker_path', 'worker_scope'].some(name => form.errorOf(name as TextName) !== undefined)
  return (
    <>
      <Panel title={t('section.site')} meta={subscribers !== undefined && t('subscribers', { count: subscribers })}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextRow form={form} readOnly={readOnly} name="site_name" most={100} />
          <TextRow form={form} readOnly={readOnly} name="site_url" most={500} placeholder="https://" />
          <TextRow form={form} readOnly={readOnly} name="site_label" most={100} isOptional />
          <PictureRow form={form} readOnly={readOnly} name="icon_url" />
          <PictureRow form={form} readOnly={readOnly} name="uploadBanner" isOptional />
          <div className="sm:col-span-2">{switched('auto_re_subscribe')}</div>
        </div>
      </Panel>
      <Panel title={t('section.welcome')} meta={t('section.welcomeMeta')}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextRow form={form} readOnly={readOnly} name="wn_name" most={100} isOptional />
          <TextRow form={form} readOnly={readOnly} name="wn_message" most={300} isOptional />
          {switched('wn_on_click')}
          {form.watch('wn_on_click') && (
            <TextRow form={form} readOnly={readOnly} name="wn_link" most={2000} placeholder="https://" />
          )}
        </div>
      </Panel>
      <Disclosure title={t('section.worker')} defaultOpen={hasFault}>
        <div className="grid items-start gap-4 p-4 sm:grid-cols-2">
          <TextRow form={form} readOnly={readOnly} name="worker_path" most={200} />
          <TextRow form={form} readOnly={readOnly} name="worker_scope" most={200} />
          {key !== undefined && (
            <Field label={t('serverKey')} help={t('serverKeyHelp')} className="sm:col-span-2">
              <div className="flex gap-2">
                <TextInput value={key} readOnly mono dir="ltr" className="flex-1" />
                <CopyButton text={key} size="md" />
              </div>
            </Field>
          )}
        </div>
      </Disclosure>
    </>
  )
}

interface RowProps {
  form: ApiForm<SiteValues, SiteValues>
  name: TextName
  readOnly: boolean
  most: number
  isOptional?: boolean
  placeholder?: string
}

function TextRow({ form, name, most, readOnly, isOptional = false, placeholder }: RowProps) {
  const { t } = useTranslation('channels')
  return (
    <div data-info={name}>
      <Field label={t(`fields.${name}.label`)} error={form.errorOf(name)} optional={isOptional}>
        <TextInput {...form.register(name)} maxLength={most} placeholder={placeholder} readOnly={readOnly} />
      </Field>
    </div>
  )
}

const PICTURE_LETTERS = 40

/** By address, or uploaded and then by ours. Long addresses show their end in short. */
function PictureRow({ form, name, readOnly, isOptional = false }: Omit<RowProps, 'most' | 'placeholder'>) {
  const { t } = useTranslation(['channels', 'prompts'])
  const value = String(form.watch(name))
  const label = t(`fields.${name}.label`)
  const file = readable(value.split('/').at(-1) ?? '')
  const shown = file.length > PICTURE_LETTERS ? `${file.slice(0, PICTURE_LETTERS)}…` : file
  return (
    <div data-info={name}>
      <Field
        label={label}
        optional={isOptional}
        error={form.errorOf(name)}
        help={value !== '' && <bdi>{shown}</bdi>}
        end={
          !readOnly && (
            <PictureButton
              label={label}
              onTaken={address => form.setValue(name, address, { shouldDirty: true, shouldValidate: true })}
              onFailure={message =>
                message === undefined ? form.clearErrors(name) : form.setError(name, refusal({ message }))
              }
            />
          )
        }
      >
        <TextInput
          {...form.register(name)}
          maxLength={2000}
          placeholder="https://"
          readOnly={readOnly}
          prefix={value !== '' && <Thumbnail key={value} address={value} />}
        />
      </Field>
    </div>
  )
}

/** An address in the letters of its reader; unchanged while a letter of it is half typed. */
function readable(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Nothing where the address leads to no picture. */
function Thumbnail({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <img src={address} alt="" onError={() => setBroken(true)} className="size-5 shrink-0 rounded-1 object-contain" />
  )
}
