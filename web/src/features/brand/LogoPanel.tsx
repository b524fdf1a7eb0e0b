import type { Brand } from '@notifly/contracts/brand/brand'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LibraryButton } from '../../components/images/LibraryButton.tsx'
import { ownPath } from '../../components/images/own-path.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { BrandPartProps } from './brand-form.ts'

interface LogoPanelProps extends BrandPartProps {
  /** The application's. */
  name: string
  logo: Brand['logo']
  onLogo: (logo: Brand['logo']) => void
}

/** Who the mails are from: the logo, or the name where there is none. */
export function LogoPanel({ form, name, logo, onLogo, readOnly }: LogoPanelProps) {
  const { t } = useTranslation('brand')
  return (
    <Panel title={t('identity')}>
      <div className="flex flex-col gap-4">
        <Field label={t('logo')} help={t('logoHelp')} error={form.errorOf('logo_uuid')}>
          <div className="flex flex-wrap items-center gap-3">
            <span className="flex h-16 w-40 items-center justify-center overflow-clip rounded-2 border border-line bg-[#fff] p-2 text-center text-12 text-[#5f6670]">
              {logo === null ? (
                t('noLogo')
              ) : (
                <img
                  src={ownPath(logo.address)}
                  alt={logo.alt || t('logo')}
                  className="max-h-full max-w-full object-contain"
                />
              )}
            </span>
            {!readOnly && <LibraryButton label={t('logo')} onTaken={onLogo} />}
            {!readOnly && logo !== null && (
              <Button size="sm" variant="ghost" icon={X} onClick={() => onLogo(null)}>
                {t('removeLogo')}
              </Button>
            )}
          </div>
        </Field>
        <Field label={t('company')} optional help={t('companyHelp')} error={form.errorOf('company')}>
          <TextInput {...form.register('company')} maxLength={100} placeholder={name} readOnly={readOnly} />
        </Field>
      </div>
    </Panel>
  )
}
