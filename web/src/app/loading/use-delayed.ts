import { useEffect, useState } from 'react'

const LATER_MS = 2000

/** True once the page has been shown for a while, for parts that it does not need at first. */
export function useDelayed(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}
