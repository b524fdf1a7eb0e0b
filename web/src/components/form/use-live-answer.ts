import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { type AnyEndpoint, call, type Data, type Input } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { useSettled } from '../../ui/feedback/use-settled.ts'

const PAUSE_MS = 300

export interface LiveAnswer<Answer> {
  /** The newest answer; it belongs to what was typed a moment ago at most. */
  data: Answer | undefined
  error: ApiError | null
  again: () => void
}

/** What the server answers to what is typed: asked at once, then after each pause. An answer stays until the next one. */
export function useLiveAnswer<E extends AnyEndpoint>(endpoint: E, input: Input<E>): LiveAnswer<Data<E>> {
  const settled = useSettled(JSON.stringify(input), PAUSE_MS)
  const { data, error, refetch } = useQuery<Data<E>, ApiError>({
    queryKey: keyOf(endpoint, settled),
    queryFn: ({ signal }) => call(endpoint, JSON.parse(settled) as Input<E>, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { data: useLatest(data), error, again: () => void refetch() }
}

/** The last value that was there. */
export function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
