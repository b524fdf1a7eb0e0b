import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { useRouter } from '@tanstack/react-router'
import { Building2, CodeXml, CreditCard, Gauge, LogOut, Monitor, Moon, Sparkles, Sun, User } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanManageBilling } from '../../components/billing/use-can-manage-billing.ts'
import { usePageExists } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import { type MenuItem, MenuPopup } from '../../ui/overlays/MenuPopup.tsx'
import { languageItems } from './language-items.ts'
import { chooseTheme, storedTheme, type Theme, THEMES } from '../theme.ts'

const themeIcons = { light: Sun, dark: Moon, system: Monitor }

interface ProfilePopupProps {
  user: UserDetails
  hasNews: boolean
  trigger: ReactElement
}

/**
 * The contents of ProfileMenu: the user's pages, theme, language, sign out. Its code loads when the menu is about to
 * open.
 */
export function ProfilePopup({ user, hasNews, trigger }: ProfilePopupProps) {
  const { t, i18n } = useTranslation()
  const router = useRouter()
  const exists = usePageExists()
  const canManageBilling = useCanManageBilling()
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  const items: MenuItem[] = [
    ...(exists(paths.settings()) ? [{ label: t('profile.user'), icon: User, href: paths.settings() }] : []),
    canManageBilling &&
      user.application_uuid !== null && {
        label: t('nav.subscription'),
        icon: CreditCard,
        href: paths.subscription(user.application_uuid),
      },
    { label: t('nav.organizations'), icon: Building2, href: paths.organizations() },
    { label: t('profile.developers'), icon: CodeXml, href: paths.developers() },
    ...(user.is_operator ? [{ label: t('profile.engine'), icon: Gauge, href: paths.operator() }] : []),
    {
      label: t('content.changelogs'),
      icon: Sparkles,
      hint: hasNews ? t('content.unread') : undefined,
      href: paths.changelogs(),
    },
    { separator: true },
    { heading: t('profile.theme') },
    ...THEMES.map(each => ({
      label: t(`profile.themes.${each}`),
      icon: themeIcons[each],
      hint: each === theme ? '✓' : undefined,
      onSelect: () => choose(each),
    })),
    { separator: true },
    { heading: t('profile.language') },
    ...languageItems(router, i18n.language),
    { separator: true },
    { label: t('profile.signOut'), icon: LogOut, href: paths.logout() },
  ]
  return (
    <MenuPopup
      align="end"
      items={items}
      header={
        <div className="border-b border-line px-2 pt-1 pb-2 mb-1">
          <p className="truncate font-medium">
            <bdi>{user.name}</bdi>
          </p>
          <p className="truncate text-12 text-muted">
            <bdi>{user.email}</bdi>
          </p>
        </div>
      }
      trigger={trigger}
    />
  )
}
