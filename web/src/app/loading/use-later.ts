import { useEffect, useState } from 'react'

const LATER_MS = 2000

/** True once the page has been there for a while: for parts that are not needed for the first sight of it. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}
