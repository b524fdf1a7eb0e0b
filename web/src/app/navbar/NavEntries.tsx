import { ChevronDown } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { usePath } from '../../components/navigation/use-pages.ts'
import { Count } from '../../ui/table/Count.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { waiting } from '../loading/waiting.ts'
import { isActive, type NavEntry, type NavGroup, type NavLink } from './nav-links.ts'

const entryClass =
  'relative flex h-full items-center gap-1 px-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink'
const activeClass =
  'text-ink! after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-t-[2px] after:bg-accent'

/** Number of links that fit between 960 and 1280 px, up to Delivery; the rest moves into More. */
const ROOMY_COUNT = 4

/** The links of the navbar on wide screens; below 960 px they are in the phone menu. */
export function NavEntries({ entries }: { entries: readonly NavEntry[] }) {
  const { t } = useTranslation()
  const late = entries.slice(ROOMY_COUNT)
  const more: NavGroup = { word: 'more', links: late.flatMap(entry => ('links' in entry ? entry.links : [entry])) }
  return (
    <ul aria-label={t('nav.pages')} className="ms-4 flex h-full items-stretch gap-0.5 max-md:hidden">
      {entries.map((entry, at) => (
        <li key={entry.word} className={cx('h-full', at >= ROOMY_COUNT && 'max-lg:hidden')}>
          {'links' in entry ? <Group group={entry} /> : <Entry entry={entry} />}
        </li>
      ))}
      {more.links.length > 0 && (
        <li className="h-full lg:hidden">
          <Group group={more} />
        </li>
      )}
    </ul>
  )
}

function Entry({ entry }: { entry: NavLink }) {
  const { t } = useTranslation()
  const active = isActive(entry, usePath())
  return (
    <Link
      href={entry.to}
      tone="plain"
      aria-current={active ? 'page' : undefined}
      className={cx(entryClass, active && activeClass)}
    >
      {t(`nav.${entry.word}`)}
    </Link>
  )
}

/** Whether the link shows the number of requests that wait for the reader. */
function hasCount(entry: NavLink): boolean {
  return entry.word === 'approvals'
}

function Group({ group }: { group: NavGroup }) {
  const { t } = useTranslation()
  const path = usePath()
  const active = group.links.some(entry => isActive(entry, path))
  const open = useSyncExternalStore(waiting.subscribe, waiting.get)
  const isCounted = open > 0 && group.links.some(hasCount)
  return (
    <Menu
      trigger={
        <button type="button" className={cx(entryClass, active && activeClass)}>
          {t(`nav.${group.word}`)}
          {isCounted && <Count>{open}</Count>}
          <Icon of={ChevronDown} size={14} className="text-muted" />
        </button>
      }
      items={group.links.map(entry => ({
        label: t(`nav.${entry.word}`),
        href: entry.to,
        ...(open > 0 && hasCount(entry) && { hint: open }),
      }))}
    />
  )
}
