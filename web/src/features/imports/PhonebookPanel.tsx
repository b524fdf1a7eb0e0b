import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/controls/Combobox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ACCEPT } from '../../components/files/list-files.ts'
import { useCountries } from './use-countries.ts'

export interface PhonebookPanelProps {
  /** `country` is the ISO code for numbers without one of their own. */
  onFile: (file: File, country: string | undefined) => void
}

/** Takes a file of phone numbers for SMS and WhatsApp. */
export function PhonebookPanel({ onFile }: PhonebookPanelProps) {
  const { t } = useTranslation('imports')
  const countries = useCountries()
  const [country, setCountry] = useState<string>()
  return (
    <Panel title={t('phonebook.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('phonebook.lead')}</p>
        <Field label={t('phonebook.country')} help={t('phonebook.countryHelp')} optional>
          <Combobox
            options={countries}
            value={countries.find(({ value }) => value === country) ?? null}
            onChange={chosen => setCountry(chosen?.value)}
            placeholder={t('phonebook.noCountry')}
          />
        </Field>
        <FileDrop
          label={t('phonebook.file')}
          help={t('fileHelp')}
          file={null}
          onFile={file => onFile(file, country)}
          accept={ACCEPT}
        />
        <p className="text-12 text-muted">
          <Link href="/csv/notifly-phonebook.csv" download>
            {t('phonebook.sample')}
          </Link>
        </p>
      </div>
    </Panel>
  )
}
