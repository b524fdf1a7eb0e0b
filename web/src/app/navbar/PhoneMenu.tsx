import { Menu as MenuIcon } from 'lucide-react'
import { readInstallation } from '@notifly/contracts/operator/installation'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import type { NavEntry } from './nav-links.ts'

/** The navbar's links below 960 px, as a sheet behind one button. */
export function PhoneMenu({ entries }: { entries: readonly NavEntry[] }) {
  const { t } = useTranslation()
  const { data: installation } = useRead(readInstallation, {})
  const items = entries.flatMap((entry): MenuItem[] =>
    'links' in entry
      ? [
          { heading: t(`nav.${entry.word}`) },
          ...entry.links.map(link => ({ label: t(`nav.${link.word}`), href: link.to })),
        ]
      : [{ label: t(`nav.${entry.word}`), href: entry.to }],
  )
  if (installation?.sandbox_url) {
    items.push({ separator: true }, { label: t('sandbox.name'), href: installation.sandbox_url })
  }
  return (
    <span className="md:hidden">
      <Menu
        trigger={<IconButton icon={MenuIcon} label={t('nav.menu')} tooltip={false} />}
        items={items}
        className="w-[calc(100vw-1rem)] max-w-100!"
      />
    </span>
  )
}
