/** What all panels of a dashboard know of it: channel, days, campaign, and where numbers lead. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { exportDashboard, type Panel } from '@notifly/contracts/dashboards/exports'
import type { DayRange } from '@notifly/contracts/dashboards/parts'
import { createContext, useContext } from 'react'
import { saveDownload } from '../../components/lists/save-download.ts'
import { usePageExists, useSlug } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'

export interface View {
  channel: Channel
  range: DayRange
  /** The campaign that it is narrowed to. */
  campaign: { uuid: string; name: string } | null
  /** Messages sent in the range: rates of few say little. */
  sent: number
}

export const ViewContext = createContext<View | undefined>(undefined)

export function useView(): View {
  const view = useContext(ViewContext)
  if (view === undefined) throw new Error('this panel is on no dashboard')
  return view
}

/** Where numbers lead: to the campaign that the dashboard is narrowed to, else to the runs of its days. Undefined without the right. */
export function useDoor(): string | undefined {
  const slug = useSlug()
  const exists = usePageExists()
  const { channel, range, campaign } = useView()
  const runs = paths.deliveries(slug, { channel, ...range })
  const door = campaign === null ? runs : paths.campaign(slug, channel, campaign.uuid)
  return exists(door) ? door : undefined
}

/** Of a campaign in a list: its page, and its runs of these days. */
export function useCampaignDoors(): (campaign: { uuid: string; name: string }) => { page?: string; runs?: string } {
  const slug = useSlug()
  const exists = usePageExists()
  const { channel, range } = useView()
  return ({ uuid, name }) => {
    const page = paths.campaign(slug, channel, uuid)
    const runs = paths.deliveries(slug, { channel, ...range, search: name })
    return { ...(exists(page) && { page }), ...(exists(runs) && { runs }) }
  }
}

/** Saves a panel's numbers, as the server has them, as a CSV file. */
export function useSavePanel(): (panel: Panel) => void {
  const { channel, range, campaign } = useView()
  return panel => {
    const query = { ...range, panel, ...(campaign && { notification: campaign.uuid }) }
    void saveDownload(exportDashboard, { params: { channel }, query })
  }
}
