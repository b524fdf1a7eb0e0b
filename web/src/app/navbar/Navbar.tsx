import { useTranslation } from 'react-i18next'
import { useCanManageBilling } from '../../components/billing/use-can-manage-billing.ts'
import { useFlags, useSession } from '../../components/session/use-session.ts'
import { usePageExists, usePath } from '../../components/navigation/use-pages.ts'
import { applicationOf, paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { ApplicationSwitcher } from './ApplicationSwitcher.tsx'
import { BrandLink } from './BrandLink.tsx'
import { SearchButton } from '../search/SearchButton.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useDelayed } from '../loading/use-delayed.ts'
import { applicationLinks, listLinks, type NavEntry, navVariant, offeredEntries } from './nav-links.ts'
import { NavEntries } from './NavEntries.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import { usePrefetch } from '../loading/use-prefetch.ts'
import { ProfileMenu } from './ProfileMenu.tsx'
import { SandboxPill } from './SandboxPill.tsx'

const UpgradeButton = lazyPart(() => import('./UpgradeButton.tsx'), 'UpgradeButton')
const NoticesBell = lazyPart(() => import('./NoticesBell.tsx'), 'NoticesBell')

/** The bar at the top: the current place, links, and the user. Its content depends on the address alone. */
export function Navbar() {
  const { t } = useTranslation()
  const entries = useNavEntries()
  usePrefetch(entries)
  const path = usePath()
  const slug = applicationOf(path)
  const user = useSession()
  const { pageError } = useFlags()
  const canManageBilling = useCanManageBilling()
  const hasWaited = useDelayed()
  // Common pages and those of an application have different backgrounds.
  const ground = navVariant(path) === 'application' ? 'bg-surface' : 'bg-sunken'
  return (
    <header className={cx('sticky top-0 z-(--z-nav) border-b border-line', ground)}>
      <nav aria-label={t('nav.main')} className="flex h-nav items-center gap-2 px-6 max-sm:px-3">
        {entries.length > 0 && <PhoneMenu entries={entries} />}
        <BrandLink to={paths.home()} />
        {slug !== undefined && (
          <>
            <span aria-hidden className="mx-0.5 text-[18px] font-light text-line-strong max-md:hidden">
              /
            </span>
            <ApplicationSwitcher slug={slug} />
          </>
        )}
        <NavEntries entries={entries} />
        <div className="ms-auto flex shrink-0 items-center gap-1">
          {/* First in the row, because it loads late and moves nothing there. */}
          {hasWaited && canManageBilling && slug !== undefined && user?.application_uuid === slug && !pageError && (
            <UpgradeButton slug={slug} />
          )}
          <SandboxPill />
          {user && <SearchButton slug={slug} />}
          {slug !== undefined && user?.application_uuid === slug && <NoticesBell slug={slug} />}
          {user && <ProfileMenu user={user} />}
        </div>
      </nav>
    </header>
  )
}

function useNavEntries(): NavEntry[] {
  const exists = usePageExists()
  const canManageBilling = useCanManageBilling()
  const path = usePath()
  const variant = navVariant(path)
  const slug = applicationOf(path)
  const isOffered = (to: string) =>
    exists(to) && (canManageBilling || slug === undefined || to !== paths.subscription(slug))
  if (variant === 'lists') return offeredEntries(listLinks(), isOffered)
  return slug === undefined ? [] : offeredEntries(applicationLinks(slug), isOffered)
}
