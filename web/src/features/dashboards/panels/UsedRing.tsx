import type { Panel } from '@notifly/contracts/dashboards/exports'
import type { UsedSlice } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { namesIn, slicesOf } from '../slices.ts'
import { useFigureLink } from '../view.ts'
import { RingPanel } from './RingPanel.tsx'

export interface UsedRingProps {
  id: 'browser' | 'system' | 'device'
  used: { data: readonly UsedSlice[]; is_loaded: boolean }
  /** What is counted: who clicked, or who opened. */
  by: 'clicked' | 'opened'
}

const PANELS: Record<UsedRingProps['id'], Panel> = { browser: 'browsers', system: 'systems', device: 'devices' }

/** What recipients opened or clicked with. */
export function UsedRing({ id, used, by }: UsedRingProps) {
  const { t, i18n } = useTranslation('dashboards')
  const figureLink = useFigureLink()
  const counts = used.data.map(slice => ({ name: slice.name, count: slice[by] }))
  const wordOf = (name: string) => (i18n.exists(`dashboards:device.${name}`) ? t(`device.${name}`) : name)
  const slices = used.is_loaded ? slicesOf(counts, wordOf, t('others')) : undefined
  return (
    <RingPanel
      title={t(`used.${id}`)}
      definition={t(`define.used_${by}`)}
      slices={slices}
      total={count => t(`used.${by}`, { count })}
      none={t(`used.none.${by}`)}
      doorOf={slice => figureLink({ status: by, [id]: namesIn(slice, slices ?? []) })}
      panel={PANELS[id]}
    />
  )
}
