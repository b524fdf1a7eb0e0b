import type { Channel } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_ACTIVITY, updateLevel } from '@notifly/contracts/campaigns/calls'
import { useCallback } from 'react'
import { can, useSession } from '../session/use-session.ts'

export interface CampaignRights {
  mayRead: boolean
  mayCreate: boolean
  mayUpdate: boolean
  mayDelete: boolean
}

/** What the reader's role allows for campaigns of a channel. */
export function useCampaignRights(): (channel: Channel) => CampaignRights {
  const user = useSession()
  return useCallback(
    channel => {
      const activity = CAMPAIGN_ACTIVITY[channel]
      return {
        mayRead: can(user, activity, 'read'),
        mayCreate: can(user, activity, 'create'),
        mayUpdate: can(user, activity, updateLevel(channel)),
        mayDelete: can(user, activity, 'delete'),
      }
    },
    [user],
  )
}
