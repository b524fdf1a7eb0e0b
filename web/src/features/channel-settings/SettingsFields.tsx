import { fieldsOf, type SettingsForm } from '@notifly/contracts/channel-settings/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { SettingRow } from './SettingRow.tsx'
import { CaFields, DkimFields } from './SmtpSections.tsx'
import { useSettings } from './use-settings-form.ts'

/** Sections that most people never open. */
const CLOSED = ['limits']

/** Those that have a manner of their own. */
const OWN: Partial<Record<string, () => ReactNode>> = { dkim: DkimFields, trust: CaFields }

interface SettingsFieldsProps {
  provider: SettingsForm
  /** Beside the title of the first section that holds keys. */
  actions: ReactNode
}

/** The form of any provider, drawn from its declaration: a panel for each section, its fields in their order. */
export function SettingsFields({ provider, actions }: SettingsFieldsProps) {
  const { t, i18n } = useTranslation('channels')
  const { form } = useSettings()
  const sections = Map.groupBy(fieldsOf(provider), ([, { section }]) => section)
  const [withKeys] = [...sections].find(([, fields]) => fields.some(([, { isSecret }]) => isSecret)) ?? []
  return [...sections].map(([section, fields]) => {
    const Own = OWN[section]
    if (Own !== undefined) return <Own key={section} />
    const title = t(`sections.${section}`)
    const grid = (
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {fields.map(([name, field]) => (
          <div key={name} data-info={name} className={field.wide ? 'sm:col-span-2' : undefined}>
            <SettingRow name={name} field={field} />
          </div>
        ))}
      </div>
    )
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
