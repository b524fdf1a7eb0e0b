import {
  type Approval,
  APPROVAL_STATUS,
  countPending,
  listApprovals,
  type SettingsObject,
} from '@notifly/contracts/approvals/approvals'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { announceFailure } from '../../api/signals.ts'
import { useSlug } from '../navigation/use-pages.ts'
import { useUrlState } from '../navigation/use-url-state.ts'
import { correctionPath } from './request-address.ts'
import { flaggedActivity, isFlagged, NOT_REOPENED, reopenFields } from './request-flags.ts'

/** A complete request, with the currently saved values. `data` is undefined while it loads, and if the reader may not see it. */
export function useRequest(uuid: string | undefined) {
  const read = useRead(
    listApprovals,
    { query: { uuid: uuid ?? '', page: 1, per_page: 1 } },
    { enabled: uuid !== undefined },
  )
  return { ...read, request: read.data?.[0] }
}

const state = z.object(reopenFields)

export interface Reopened {
  /** The address names a request that is still loading. */
  isLoading: boolean
  /**
   * The rejected request to correct. Undefined for everyone but its maker, and once it was resubmitted or discarded.
   */
  request: Approval | undefined
  /** Part of the body of the write that resubmits the request. */
  reopens: { reopens?: string }
  /** Removes the request from the address, once it was resubmitted or discarded. */
  close: () => void
}

/**
 * The rejected request with which a page is to be filled in: the one in `?approval=`, or the latest one of the module that the query asks
 * for, whose id then replaces the flag. If a page has several parts, each tests which requests are its own.
 */
export function useReopened(isOwn: (request: Approval) => boolean = () => true): Reopened {
  const [query, change] = useUrlState(state)
  const { approval } = query
  const { isLooking, latest, error: noList } = useLatestRejected(approval === undefined ? query : {})
  useEffect(() => {
    if (latest !== undefined) change({ approval: latest }, { replace: true })
  }, [latest, change])
  const { request, isPending, error: noRequest } = useRequest(approval)
  const error = noRequest ?? noList
  // The form is empty then, for all that the request holds.
  useEffect(() => {
    if (error) announceFailure(error)
  }, [error])
  const isOurs = request?.can_reopen === true && isOwn(request)
  return {
    isLoading: approval === undefined ? isLooking || latest !== undefined : isPending,
    request: isOurs ? request : undefined,
    reopens: isOurs ? { reopens: request.uuid } : {},
    close: () => change(NOT_REOPENED, { replace: true }),
  }
}

/** How many rejected requests are searched for the page's latest one. */
const LOOKED_THROUGH = 50

function useLatestRejected(query: Parameters<typeof flaggedActivity>[0]) {
  const slug = useSlug()
  const page = useLocation({ select: ({ pathname }) => pathname })
  const activity = flaggedActivity(query)
  const filter = { status: String(APPROVAL_STATUS.rejected), mine: '1', page: 1, per_page: LOOKED_THROUGH } as const
  const read = useRead(
    listApprovals,
    { query: { ...filter, activity_id: String(activity) } },
    { enabled: activity !== undefined },
  )
  const isOfThisForm = (request: Approval) =>
    request.can_reopen && isFlagged(query, request) && correctionPath(slug, request)?.split('?')[0] === page
  return {
    isLooking: activity !== undefined && read.isPending,
    latest: read.data?.find(isOfThisForm)?.uuid,
    error: read.error,
  }
}

export interface Settings {
  object: SettingsObject
  /** The channel, for settings of a channel; absent: any object of this kind. */
  id?: string
}

/**
 * Id of the open request for settings, which may not exist yet. `of`: the settings that the page shows; a request for
 * any of them counts.
 */
export function usePendingOf(...of: readonly Settings[]): string | undefined {
  const waiting = useRead(countPending, {}).data?.flatMap(({ settings }) => settings)
  return waiting?.find(each => of.some(({ object, id = each.id }) => object === each.object && id === each.id))
    ?.approval_uuid
}
