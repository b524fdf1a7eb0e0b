import { listApplicationStats } from '@notifly/contracts/applications/applications'
import { ChevronsUpDown, Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { paths } from '../../paths.ts'
import { AppMark } from '../../ui/layout/Avatar.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** The active application, with links to the dashboards of the others. Options opens the list of all. */
export function ApplicationSwitcher({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { data: applications = [], isPending, error, refetch } = useRead(listApplicationStats, {})
  const active = applications.find(each => each.application_uuid === slug)
  const items: MenuItem[] = [
    ...applications.map(each => ({
      label: each.name,
      hint: each.application_uuid === slug ? '✓' : each.organization_name,
      href: paths.dashboard(each.application_uuid),
    })),
    error !== null && { label: t('ui.optionsFailed'), onSelect: () => void refetch() },
    { separator: true },
    { label: t('nav.options'), icon: Settings2, href: paths.applications() },
  ]
  return (
    <Menu
      className="max-h-(--available-height) overflow-y-auto"
      items={items}
      trigger={
        <button
          type="button"
          className="flex h-7 min-w-0 items-center gap-2 rounded-2 px-1.5 font-medium hover:bg-hover data-popup-open:bg-pressed"
        >
          {active && <AppMark id={active.application_uuid} name={active.name} />}
          <span className="max-w-56 truncate">
            {active ? <CutText>{active.name}</CutText> : <Placeholder isPending={isPending} />}
          </span>
          <span className="sr-only">{t('nav.switch')}</span>
          <Icon of={ChevronsUpDown} size={14} className="text-muted" />
        </button>
      }
    />
  )
}

function Placeholder({ isPending }: { isPending: boolean }) {
  return isPending ? <Skeleton width="6rem" /> : '–'
}
