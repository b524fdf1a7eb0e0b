import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { readChangelogNews } from '@notifly/contracts/content/news'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { lazyPopup } from '../../ui/overlays/lazy-popup.tsx'

const Popup = lazyPopup('menu', async () => (await import('./ProfilePopup.tsx')).ProfilePopup)

/** The signed-in user, with a menu. A dot means that the changelog has news. */
export function ProfileMenu({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const hasNews = useRead(readChangelogNews, {}, { enabled: user.status === 'active' }).data?.unread === true
  return (
    <Popup
      user={user}
      hasNews={hasNews}
      trigger={
        <button
          type="button"
          className="relative grid size-control place-items-center rounded-full hover:bg-hover data-popup-open:bg-pressed"
        >
          <Avatar id={user.uuid} name={user.name} />
          <span className="sr-only">{t('profile.menu', { name: user.name })}</span>
          {hasNews && (
            <span className="absolute end-[calc(50%-12px)] top-[calc(50%-12px)] size-2 rounded-full bg-accent ring-2 ring-surface">
              <span className="sr-only">{t('content.unread')}</span>
            </span>
          )}
        </button>
      }
    />
  )
}
