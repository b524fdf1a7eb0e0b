import { readBrand } from '@notifly/contracts/brand/brand'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { StarterRow } from '../../components/starters/StarterRow.tsx'
import type { Draft } from './draft.ts'
import { STARTER_IDS, starterDraft, WHATSAPP_STARTERS } from './starters.ts'

/** Examples for a template that nothing is written in yet. */
export function WhatsAppStarters({ onChoose }: { onChoose: (draft: Draft) => void }) {
  const { t, i18n } = useTranslation('whatsapp')
  const { data: brand } = useRead(readBrand, {})
  const site = brand?.social.find(({ network }) => network === 'website')?.url
  return (
    <StarterRow
      label={t('starters.label')}
      starters={STARTER_IDS.map(id => ({
        id,
        name: t(`starters.${id}.name`),
        note: t(`category.${WHATSAPP_STARTERS[id].category}`),
      }))}
      onChoose={({ id }) => onChoose(starterDraft(id, { t, locale: i18n.language, site }))}
    />
  )
}
