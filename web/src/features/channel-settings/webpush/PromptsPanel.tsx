import type { PromptPreferences } from '@notifly/contracts/prompts'
import { Bell, type LucideIcon, MousePointerClick, PanelTop, Pencil, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { askersIn, PROMPT_TYPES, type PromptType, typesIn } from './prompt-drafts.ts'

const ICONS: Record<PromptType, LucideIcon> = {
  subscription_bell: Bell,
  slide_prompt: PanelTop,
  custom_link: MousePointerClick,
}

export interface PromptsPanelProps {
  preferences: PromptPreferences
  mayWrite: boolean
  /** Opens the dialog at a kind: one in use, or one to be added. */
  onOpen: (type: PromptType) => void
}

/** The prompts in use, and which of them asks by itself. There is room for one of each kind. */
export function PromptsPanel({ preferences, mayWrite, onOpen }: PromptsPanelProps) {
  const { t } = useTranslation(['prompts', 'common'])
  const types = typesIn(preferences)
  const [first, waiting] = askersIn(preferences)
  const free = PROMPT_TYPES.find(type => !types.includes(type))
  return (
    <Panel
      bare
      title={t('title')}
      actions={
        mayWrite &&
        free !== undefined && (
          <Button size="sm" icon={Plus} onClick={() => onOpen(free)}>
            {t('addOne')}
          </Button>
        )
      }
      footer={t('policy')}
    >
      {types.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">{t('noneYet')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {types.map(type => (
            <li key={type} className="flex items-center gap-3 px-4 py-2.5">
              <Icon of={ICONS[type]} className="text-muted" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  {t(`type.${type}`)}
                  {type === first && <Badge type="light-green">{t(`order.asks.${first}`)}</Badge>}
                  {type === waiting && <Badge>{t('order.waits')}</Badge>}
                </p>
                <p className="text-12 text-muted">{t(`about.${type}`)}</p>
              </div>
              {mayWrite && (
                <IconButton
                  icon={Pencil}
                  label={t('editOne', { name: t(`type.${type}`) })}
                  onClick={() => onOpen(type)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
