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
import { useSlug } from '../navigation/use-pages.ts'
import { useUrlState } from '../navigation/use-url-state.ts'
import { correctionPath } from './request-address.ts'
import { flaggedActivity, isFlagged, NOT_REOPENED, reopenFields } from './request-flags.ts'

/** One request whole, with what is saved now. `data` is undefined as long as it loads and for what the reader may not see. */
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
  /** The address asks to correct a request that has not arrived yet. */
  isLoading: boolean
  /** The rejected request that the address asks to correct; undefined for everyone but its maker, and once it was answered. */
  request: Approval | undefined
  /** For the body of the write that answers it. */
  reopens: { reopens?: string }
  /** Takes it out of the address, once it is answered or given up. */
  close: () => void
}

/**
 * The rejected request that a page is to be prefilled by: `?approval=` of its address, or the latest one of the module that
 * the flag there names; that one's id is then put into the address. Where a page has several parts, each says which are its own.
 */
export function useReopened(isOwn: (request: Approval) => boolean = () => true): Reopened {
  const [query, change] = useUrlState(state)
  const { approval } = query
  const { isLooking, latest } = useLatestRejected(approval === undefined ? query : {})
  useEffect(() => {
    if (latest !== undefined) change({ approval: latest }, { replace: true })
  }, [latest, change])
  const { request, isPending } = useRequest(approval)
  const isOurs = request?.can_reopen === true && isOwn(request)
  return {
    isLoading: approval === undefined ? isLooking || latest !== undefined : isPending,
    request: isOurs ? request : undefined,
    reopens: isOurs ? { reopens: request.uuid } : {},
    close: () => change(NOT_REOPENED, { replace: true }),
  }
}

/** How many rejected requests are looked through for the latest that belongs to the page. */
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
  const belongsHere = (request: Approval) =>
    request.can_reopen && isFlagged(query, request) && correctionPath(slug, request)?.split('?')[0] === page
  return { isLooking: activity !== undefined && read.isPending, latest: read.data?.find(belongsHere)?.uuid }
}

export interface Settings {
  object: SettingsObject
  /** Of a channel's settings, the channel; absent: any of the kind. */
  id?: string
}

/**
 * The request that is open on settings, also while there are none yet that could name it, and its maker. `of` are those
 * that the page shows; one of them is enough.
 */
export function usePendingOf(...of: readonly Settings[]): string | undefined {
  const waiting = useRead(countPending, {}).data?.flatMap(({ settings }) => settings)
  return waiting?.find(each => of.some(({ object, id = each.id }) => object === each.object && id === each.id))
    ?.approval_uuid
}
