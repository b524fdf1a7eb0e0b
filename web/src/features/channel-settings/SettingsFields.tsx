import {
  type AnySettings,
  fieldsOf,
  type SettingField,
  type SettingsForm,
} from '@notifly/contracts/channel-settings/form'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { SettingRow } from './SettingRow.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

/** Sections that most people never open. */
const CLOSED = ['limits']

export interface SettingsFieldsProps {
  form: SettingsFormState
  provider: SettingsForm
  /** What is stored at this provider; undefined while nothing is. */
  stored: AnySettings | undefined
  /** What the rejected request says that is being corrected. */
  asked: AnySettings | undefined
  readOnly: boolean
  /** In the place of a section that has a manner of its own. */
  own?: Readonly<Record<string, ReactNode>>
  /** Beside the title of the first section that holds keys. */
  actions?: ReactNode
}

/** The form of any provider, drawn from its declaration: a panel for each section, its fields in their order. */
export function SettingsFields({ form, provider, stored, asked, readOnly, own = {}, actions }: SettingsFieldsProps) {
  const { t, i18n } = useTranslation('channels')
  const sections = Map.groupBy(fieldsOf(provider), ([, { section }]) => section)
  const [withKeys] = [...sections].find(([, fields]) => fields.some(([, { isSecret }]) => isSecret)) ?? []
  return [...sections].map(([section, fields]) => {
    if (own[section] !== undefined) return <Fragment key={section}>{own[section]}</Fragment>
    const title = t(`sections.${section}`)
    const grid = <Grid form={form} fields={fields} stored={stored} asked={asked} readOnly={readOnly} />
    if (CLOSED.includes(section)) {
      const hasError = fields.some(([name]) => form.formState.errors[name] !== undefined)
      return (
        <Disclosure key={section} title={title} defaultOpen={hasError}>
          <div className="p-4">{grid}</div>
        </Disclosure>
      )
    }
    return (
      <Panel key={section} title={title} actions={section === withKeys ? actions : undefined}>
        {i18n.exists(`channels:sectionText.${section}`) && (
          <p className="mb-4 text-ink-2">{t(`sectionText.${section}`)}</p>
        )}
        {grid}
      </Panel>
    )
  })
}

interface GridProps extends Pick<SettingsFieldsProps, 'form' | 'stored' | 'asked' | 'readOnly'> {
  fields: readonly (readonly [string, SettingField])[]
}

function Grid({ form, fields, stored, asked, readOnly }: GridProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      {fields.map(([name, field]) => (
        <div key={name} data-info={name} className={field.wide ? 'sm:col-span-2' : undefined}>
          <SettingRow form={form} name={name} field={field} stored={stored} asked={asked} readOnly={readOnly} />
        </div>
      ))}
    </div>
  )
}
