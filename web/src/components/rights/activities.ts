/** How activities are presented: grouped into modules, in the order of the role matrix, with their names. */
import { ACTIVITY, type ActivityId } from '@notifly/contracts/roles/activities'
import { COLUMNS, type LevelColumn } from '@notifly/contracts/roles/permissions'
import { useTranslation } from 'react-i18next'

export interface Module {
  /** Translation key below `modules`, in the `rights` namespace. */
  id: string
  activities: readonly ActivityId[]
}

export const MODULES: readonly Module[] = [
  { id: 'template', activities: [ACTIVITY.templateEmail, ACTIVITY.templateWhatsapp] },
  { id: 'audience', activities: [ACTIVITY.segmentation, ACTIVITY.audience] },
  {
    id: 'platform',
    activities: [ACTIVITY.platformEmail, ACTIVITY.platformSms, ACTIVITY.platformWhatsapp, ACTIVITY.platformWebpush],
  },
  { id: 'campaigns', activities: [ACTIVITY.campaignEmail, ACTIVITY.campaignWhatsapp, ACTIVITY.campaignWebpush] },
  { id: 'delivery', activities: [ACTIVITY.deliveryListing, ACTIVITY.deliveryDashboard] },
  { id: 'usage', activities: [ACTIVITY.usageLogs] },
  { id: 'keys', activities: [ACTIVITY.keys] },
  {
    id: 'dashboard',
    activities: [
      ACTIVITY.dashboardEngagement,
      ACTIVITY.dashboardTotals,
      ACTIVITY.dashboardClicks,
      ACTIVITY.dashboardBrowsers,
    ],
  },
  { id: 'administration', activities: [ACTIVITY.users, ACTIVITY.applications, ACTIVITY.roles, ACTIVITY.webhook] },
]

const LEVEL_COLUMNS = COLUMNS.filter(column => column !== 'approve') as LevelColumn[]

/** Names of modules, activities and rights. */
export function useRightWords() {
  const { t } = useTranslation('rights')
  return {
    module: (id: string) => t(`modules.${id}`),
    /** For use within a sentence: "all of audience". */
    plainModule: (id: string) => t(`plainModules.${id}`),
    /** The name within its module: "Email". */
    activity: (id: ActivityId) => t(`activities.${id}`),
    /** The name without its module: "email settings". */
    plain: (id: ActivityId) => t(`plain.${id}`),
    /** A right as an action: "Change templates". */
    right: (id: ActivityId, level: number) =>
      t(`right.${LEVEL_COLUMNS[Math.max(level, 1) - 1] ?? 'read'}`, { what: t(`plain.${id}`) }),
  }
}
