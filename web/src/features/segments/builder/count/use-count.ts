import { countSegment, reachOfRules, type SegmentReach } from '@notifly/contracts/segments/segments'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../../api/api-error.ts'
import { call, type Data } from '../../../../api/client.ts'
import { keyOf, queryClient } from '../../../../api/queries.ts'
import { useSettled } from '../../../../ui/feedback/use-settled.ts'

export type SegmentCount = Data<typeof countSegment>

export interface LiveCount {
  /** The last answer; kept while a newer one is loading. */
  data: SegmentCount | undefined
  /** Whether `data` matches the current rules. */
  isCurrent: boolean
  error: ApiError | null
  retry: () => void
}

/** Waits for a pause in typing. */
const PAUSE_MS = 400
const FRESH_MS = 60_000

/** Counts the contacts that match while the rules are edited. Without rules nothing is requested. */
export function useCount(rules: RuleGroup | undefined, segmentUuid: string | undefined): LiveCount {
  const wanted = rules === undefined ? undefined : JSON.stringify(rules)
  const asked = useSettled(wanted, PAUSE_MS)
  const query = useQuery<SegmentCount, ApiError>({
    ...countOptions(asked ?? '', segmentUuid),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
  return {
    data: wanted === undefined ? undefined : query.data,
    isCurrent: asked === wanted && !query.isPlaceholderData && !query.isError && query.data !== undefined,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

export interface LiveReach {
  channels: SegmentReach['channels'] | undefined
  error: ApiError | null
  again: () => void
}

const NO_REACH: LiveReach = { channels: undefined, error: null, again: () => undefined }

/** How many of the matching contacts each channel reaches; requested once they are counted. */
export function useReach(rules: RuleGroup | undefined, isCounted: boolean): LiveReach {
  const asked = useSettled(rules === undefined ? undefined : JSON.stringify(rules), PAUSE_MS)
  const { data, error, refetch } = useQuery<SegmentReach, ApiError>({
    queryKey: keyOf(reachOfRules, { rules: asked }),
    queryFn: ({ signal }) =>
      call(reachOfRules, { body: { rules: JSON.parse(asked ?? '') as RuleGroup } }, { quiet: true, signal }),
    enabled: asked !== undefined && isCounted,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  })
  return rules === undefined ? NO_REACH : { channels: data?.channels, error, again: () => void refetch() }
}

function countOptions(rules: string, segmentUuid?: string) {
  const own = segmentUuid === undefined ? {} : { segment_uuid: segmentUuid }
  return {
    queryKey: keyOf(countSegment, { rules, ...own }),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<SegmentCount> =>
      call(countSegment, { body: { rules: JSON.parse(rules) as RuleGroup, ...own } }, { quiet: true, signal }),
    staleTime: FRESH_MS,
    retry: false,
  }
}

/**
 * Counts each condition on its own. The requests run one after the other, so that the count of all rules never waits
 * for them. A condition is counted at most once a minute.
 */
export function useCountsAlone(rules: readonly string[], isReady: boolean): ReadonlyMap<string, SegmentCount> {
  const [known, setKnown] = useState<ReadonlyMap<string, SegmentCount>>(new Map())
  const key = useSettled(rules.join('\n'), PAUSE_MS)
  useEffect(() => {
    let isOver = false
    const countAll = async () => {
      for (const one of key === '' ? [] : key.split('\n')) {
        if (isOver) return
        const count = await countOnce(one)
        if (count && !isOver) setKnown(earlier => new Map(earlier).set(one, count))
      }
    }
    if (isReady) void countAll()
    return () => {
      isOver = true
    }
  }, [key, isReady])
  return known
}

/** Undefined if counting fails; the count of all rules shows the error. */
async function countOnce(rules: string): Promise<SegmentCount | undefined> {
  try {
    return await queryClient.fetchQuery(countOptions(rules))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
