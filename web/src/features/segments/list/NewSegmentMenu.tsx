import { ChevronDown, ListFilter, Upload, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageExists } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'

/** The ways to a new segment: by rules, of chosen contacts, or by a file. */
export function NewSegmentMenu({ slug }: { slug: string }) {
  const { t } = useTranslation('audience')
  const exists = usePageExists()
  const ways = [
    { label: t('segments.byRules'), icon: ListFilter, href: paths.segmentNew(slug) },
    { label: t('segments.byChoice'), icon: Users, href: paths.contacts(slug) },
    { label: t('segments.byFile'), icon: Upload, href: paths.audienceManage(slug) },
  ]
  return (
    <Menu
      align="end"
      items={ways.filter(({ href }) => exists(href))}
      trigger={
        <Button variant="primary" iconEnd={ChevronDown}>
          {t('segments.new')}
        </Button>
      }
    />
  )
}
