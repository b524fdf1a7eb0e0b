import { useEffect, useState } from 'react'

const SECOND_MS = 1000
/** Above this the words change once a minute at most. */
const CLOSE_SECONDS = 120

/** Seconds until a moment, kept true while the page is open; never below 0. Null for no moment. */
export function useCountdown(until: number | null): number | null {
  const [now, setNow] = useState(() => Date.now() / SECOND_MS)
  const left = until === null ? null : Math.max(0, until - now)
  const isClose = left !== null && left <= CLOSE_SECONDS
  const isOver = left === null || left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now() / SECOND_MS), isClose ? SECOND_MS : SECOND_MS * 15)
    return () => clearInterval(timer)
  }, [isClose, isOver])
  return left
}
