import { Info } from 'lucide-react'
import { type FocusEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'

/** The field under the pointer, otherwise the focused one. Fields are identified by `data-info`. */
export function useFieldInfo() {
  const [hovered, setHovered] = useState<string>()
  const [focused, setFocused] = useState<string>()
  const listeners = {
    onPointerOver: (event: PointerEvent) => setHovered(fieldAround(event.target)),
    onPointerLeave: () => setHovered(undefined),
    onFocus: (event: FocusEvent) => setFocused(fieldAround(event.target)),
  }
  return { field: hovered ?? focused, listeners }
}

function fieldAround(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-info]')?.dataset['info'] : undefined
}

/** Help about a field, beside the form. On a narrow screen, what to prepare, above the form. */
export function useInfoPlaces(type: string, field: string | undefined): { lead: ReactNode; aside: ReactNode } {
  const isNarrow = useMediaQuery('(width < 60rem)')
  return isNarrow
    ? { lead: <FieldInfo field={undefined} type={type} isStill />, aside: undefined }
    : { lead: undefined, aside: <FieldInfo field={field} type={type} /> }
}

interface FieldInfoProps {
  field: string | undefined
  /** The provider; its own texts take precedence over the general ones. */
  type: string
  /** Placed above the form and not updated, so that nothing moves under a finger. */
  isStill?: boolean
}

/** What a field means and where to find its value; without a field, what to prepare. */
function FieldInfo({ field, type, isStill = false }: FieldInfoProps) {
  const { t } = useTranslation('channels')
  const title = field === undefined ? t('start.title') : t(`fields.${field}.label`)
  const start = isStill ? t(`start.${type}`) : `${t(`start.${type}`)} ${t('start.point')}`
  const text = field === undefined ? start : t([`fields.${field}.${type}`, `fields.${field}.text`])
  return (
    <Panel>
      <div className={cx('flex gap-2.5', !isStill && 'min-h-24')}>
        <Icon of={Info} className="mt-0.5 text-muted" />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-ink-2">{text}</p>
        </div>
      </div>
    </Panel>
  )
}
