import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The present moment in seconds since 1970, looked up again every 60 seconds. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
