/** What all panels of a dashboard know of it: channel, days, campaign, and where numbers lead. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { exportDashboard, type Panel } from '@notifly/contracts/dashboards/exports'
import type { CampaignFigures, DayRange } from '@notifly/contracts/dashboards/parts'
import { createContext, useContext } from 'react'
import { saveDownload } from '../../components/lists/save-download.ts'
import { usePageExists, useSlug } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import type { RecipientFilter } from './recipient-filters.ts'

export interface View {
  channel: Channel
  range: DayRange
  /** The campaign that it is narrowed to. */
  campaign: { uuid: string; name: string } | null
  /** Where all of its messages are of one run: that run. */
  runUuid: string | null
  /** Messages sent in the range: rates of few say little. */
  sent: number
  /** Reads the dashboard again. */
  retry: () => void
}

export const ViewContext = createContext<View | undefined>(undefined)

export function useView(): View {
  const view = useContext(ViewContext)
  if (view === undefined) throw new Error('this panel is on no dashboard')
  return view
}

/** Where a number leads, given which recipients it counts. Undefined without the right. */
export type FigureLink = (filter?: RecipientFilter) => string | undefined

/** To the recipients of the one run, to the campaign that the dashboard is narrowed to, else to the runs of its days. */
export function useFigureLink(): FigureLink {
  const slug = useSlug()
  const exists = usePageExists()
  const { channel, range, campaign, runUuid } = useView()
  return filter => {
    const runs = paths.deliveries(slug, { channel, ...range })
    const wide = campaign === null ? runs : paths.campaign(slug, channel, campaign.uuid)
    const door = runUuid === null ? wide : recipientsOf(slug, channel, runUuid, filter)
    return exists(door) ? door : undefined
  }
}

/** To the contacts behind a number of browsers or phones. Undefined without the right. */
export type PeopleLink = (filter?: PeopleFilter) => string | undefined

interface PeopleFilter {
  /** On the days of the dashboard; absent: who has one now. */
  change?: 'gained' | 'lost'
  prompt?: string
  /** Why they were lost. */
  lost_by?: string
}

export function usePeopleLink(): PeopleLink {
  const slug = useSlug()
  const exists = usePageExists()
  const { channel, range } = useView()
  return ({ change, ...filter } = {}) => {
    const days = change && { change, from: range.from, to: range.to }
    const door = paths.contacts(slug, { device: channel, ...filter, ...days })
    return exists(door) ? door : undefined
  }
}

export interface CampaignLinks {
  page?: string
  /** Behind its numbers: the recipients of its run; where it has several, these. */
  behind: FigureLink
}

type ListedCampaign = Pick<CampaignFigures, 'uuid' | 'run_uuid' | 'runs' | 'name'>

/** Of a campaign in a list. `days`: those that the list is of. */
export function useCampaignLinks(days: DayRange): (campaign: ListedCampaign) => CampaignLinks {
  const slug = useSlug()
  const exists = usePageExists()
  const { channel } = useView()
  return ({ uuid, run_uuid: runUuid, runs, name }) => {
    const page = paths.campaign(slug, channel, uuid)
    return {
      ...(exists(page) && { page }),
      behind: filter => {
        const door =
          runs === 1
            ? recipientsOf(slug, channel, runUuid, filter)
            : paths.deliveries(slug, { channel, ...days, search: name })
        return exists(door) ? door : undefined
      },
    }
  }
}

function recipientsOf(slug: string, channel: Channel, runUuid: string, filter?: RecipientFilter): string {
  return `${paths.run(slug, channel, runUuid, { ...filter })}#recipients`
}

/** Saves a panel's numbers, as the server has them, as a CSV file. */
export function useSavePanel(): (panel: Panel) => void {
  const { channel, range, campaign } = useView()
  return panel => {
    const query = { ...range, panel, ...(campaign && { notification: campaign.uuid }) }
    void saveDownload(exportDashboard, { params: { channel }, query })
  }
}
