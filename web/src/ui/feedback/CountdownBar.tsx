import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ProgressBar } from './ProgressBar.tsx'

export type CountdownBarProps = {
  seconds: number
  /** Called once, when the time is up. */
  onDone: () => void
  /** The text for the seconds left, such as "You go to your applications in 7 s". */
  text: (secondsLeft: number) => ReactNode
  label: string
}

/** A countdown as a bar and in words, updated every second. The caller also offers a way to stop it. */
export function CountdownBar({ seconds, onDone, text, label }: CountdownBarProps) {
  const [left, setLeft] = useState(seconds)
  const finish = useRef(onDone)
  useEffect(() => {
    finish.current = onDone
  }, [onDone])
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => {
      setLeft(left - 1)
      if (left === 1) finish.current()
    }, 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <div className="flex flex-col gap-1.5">
      <p className="tnum text-12 text-muted">{text(left)}</p>
      <ProgressBar
        size="thin"
        label={label}
        valueText={`${left} / ${seconds}`}
        segments={[{ share: left / seconds }]}
      />
    </div>
  )
}
