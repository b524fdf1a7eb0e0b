import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { TabLinks } from '../../ui/layout/Tabs.tsx'
import { useCan } from '../session/use-session.ts'
import { useSlug } from './use-pages.ts'

export type TemplateType = 'Email' | 'SMS' | 'Webpush' | 'Mobilepush' | 'Whatsapp' | 'Images'

/**
 * Tabs for our own templates by type, WhatsApp's templates, and images. Tabs that the reader may not see are left out.
 */
export function TemplateTabs({ value }: { value: TemplateType }) {
  const slug = useSlug()
  const { t } = useTranslation('templates')
  const mayOwn = useCan(ACTIVITY.templateEmail, 'read')
  const mayWhatsapp = useCan(ACTIVITY.templateWhatsapp, 'read')
  const tabs: { value: TemplateType; href: string }[] = [
    ...(mayOwn
      ? ([
          { value: 'Email', href: paths.templates(slug) },
          { value: 'SMS', href: paths.templates(slug, { type: 'SMS' }) },
          { value: 'Webpush', href: paths.templates(slug, { type: 'Webpush' }) },
          { value: 'Mobilepush', href: paths.templates(slug, { type: 'Mobilepush' }) },
        ] as const)
      : []),
    ...(mayWhatsapp ? ([{ value: 'Whatsapp', href: paths.whatsappTemplates(slug) }] as const) : []),
    ...(mayOwn ? ([{ value: 'Images', href: paths.images(slug) }] as const) : []),
  ]
  // With a single tab no navigation is needed.
  if (tabs.every(tab => tab.value === value)) return null
  return (
    <TabLinks
      label={t('list.types')}
      value={value}
      tabs={tabs.map(tab => ({ ...tab, label: t(`list.typeNames.${tab.value}`) }))}
    />
  )
}
