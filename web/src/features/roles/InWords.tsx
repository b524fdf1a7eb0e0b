import { ACTIVITY_IDS, type ActivityId, LEVEL, type PermissionSet } from '@notifly/contracts/roles/activities'
import { waiting } from '@notifly/contracts/roles/permissions'
import { Check, Eye, Hourglass, type LucideIcon, Minus, Stamp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { MODULES, useRightWords } from '../../components/rights/activities.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

const LINES: { id: string; icon: LucideIcon; ink: string; holds: (set: PermissionSet) => ActivityId[] }[] = [
  {
    id: 'writes',
    icon: Check,
    ink: 'text-success-ink',
    holds: set => {
      const held = waiting(set)
      return ACTIVITY_IDS.filter(id => levelOf(set, id) > LEVEL.read && !held.includes(id))
    },
  },
  { id: 'approves', icon: Stamp, ink: 'text-success-ink', holds: set => ACTIVITY_IDS.filter(id => set[id]?.[1] === 1) },
  { id: 'waits', icon: Hourglass, ink: 'text-warning-ink', holds: waiting },
  {
    id: 'reads',
    icon: Eye,
    ink: 'text-muted',
    holds: set => ACTIVITY_IDS.filter(id => levelOf(set, id) === LEVEL.read),
  },
  {
    id: 'nothing',
    icon: Minus,
    ink: 'text-muted',
    holds: set => ACTIVITY_IDS.filter(id => levelOf(set, id) === LEVEL.none),
  },
]

/** The matrix read aloud: what the role does at once, what waits, what it sees. */
export function InWords({ set }: { set: PermissionSet }) {
  const { t } = useTranslation('roles')
  const { list } = useDisplay()
  const name = useShortNames()
  const lines = LINES.map(line => ({ ...line, activities: line.holds(set) })).filter(line => line.activities.length > 0)
  return (
    <Panel title={t('words.title')}>
      <ul className="flex flex-col gap-2">
        {lines.map(({ id, icon, ink, activities }) => (
          <li key={id} className="flex gap-2">
            <Icon of={icon} size={14} className={`${ink} mt-0.5 shrink-0`} />
            <span className="text-ink-2">
              {activities.length === ACTIVITY_IDS.length
                ? t(`words.${id}All`)
                : t(`words.${id}`, { what: list(name(activities)) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function levelOf(set: PermissionSet, id: ActivityId): number {
  return set[id]?.[0] ?? LEVEL.none
}

/** Modules that are whole are called by their name, the others activity by activity. */
function useShortNames(): (activities: readonly ActivityId[]) => string[] {
  const words = useRightWords()
  return activities =>
    MODULES.flatMap(module => {
      const inside = module.activities.filter(id => activities.includes(id))
      const isWhole = inside.length === module.activities.length && inside.length > 1
      return isWhole ? [words.plainModule(module.id)] : inside.map(words.plain)
    })
}
