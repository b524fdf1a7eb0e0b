import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { listCampaigns } from '@notifly/contracts/campaigns/calls'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listTemplates } from '@notifly/contracts/templates/templates'
import { FileText, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { Combobox } from '../../../ui/controls/options/Combobox.tsx'
import type { Option } from '../../../ui/controls/options/option.ts'

export interface TeamContentProps {
  onTemplate: (uuid: string) => void
  onCampaign: (uuid: string) => void
}

const BOX = 'w-60 max-sm:w-full'

/** A copy of what the application has already. */
export function TeamContent({ onTemplate, onCampaign }: TeamContentProps) {
  const { t } = useTranslation('gallery')
  const mayReadTemplates = useCan(ACTIVITY.templateEmail, 'read')
  const mayReadCampaigns = useCan(ACTIVITY.campaignEmail, 'read')
  if (!mayReadTemplates) return null
  return (
    <div role="group" aria-label={t('own.label')} className="mb-5 flex flex-wrap items-center gap-2">
      <span className="text-ink-2 max-sm:w-full">{t('own.label')}</span>
      <div className={BOX}>
        <TemplateBox onChoose={onTemplate} />
      </div>
      {mayReadCampaigns && (
        <div className={BOX}>
          <CampaignBox onChoose={onCampaign} />
        </div>
      )}
    </div>
  )
}

const SHOWN = 20

function TemplateBox({ onChoose }: { onChoose: (uuid: string) => void }) {
  const { t } = useTranslation('gallery')
  const [search, setSearch] = useState('')
  const list = useReadPage(listTemplates, { query: { type: 'Email', search, per_page: SHOWN } })
  return (
    <Combobox
      aria-label={t('own.template')}
      placeholder={t('own.template')}
      options={list.data?.rows.map(({ uuid, name, subject }) => ({
        value: uuid,
        label: name,
        help: subject,
        icon: FileText,
      }))}
      value={null}
      onChange={option => option && onChoose(option.value)}
      onQuery={setSearch}
      loading={list.isFetching}
      emptyText={t('own.none')}
    />
  )
}

const DAYS_BACK = 365
const DAY_MS = 86_400_000

function CampaignBox({ onChoose }: { onChoose: (uuid: string) => void }) {
  const { t } = useTranslation('gallery')
  const [search, setSearch] = useState('')
  const [from] = useState(() => new Date(Date.now() - DAYS_BACK * DAY_MS).toISOString().slice(0, 10))
  const list = useReadPage(listCampaigns, { query: { search, from, sort: '-schedule', per_page: SHOWN } })
  return (
    <Combobox
      aria-label={t('own.campaign')}
      placeholder={t('own.campaign')}
      options={list.data?.rows.map(optionOf)}
      value={null}
      onChange={option => option && onChoose(option.value)}
      onQuery={setSearch}
      loading={list.isFetching}
      emptyText={t('own.none')}
    />
  )
}

function optionOf({ uuid, campaignName }: CampaignRow): Option {
  return { value: uuid, label: campaignName, icon: Send }
}
