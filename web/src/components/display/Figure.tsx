import { useDisplay } from './use-display.ts'

/** The largest number shown with all digits. */
const WHOLE_MAX = 9_999_999

/** A count with all digits; a larger one is abbreviated, with the full number in its title. */
export function Figure({ value }: { value: number }) {
  const { abbreviated, number } = useDisplay()
  if (value <= WHOLE_MAX) return <span className="tnum">{number(value)}</span>
  return (
    <span className="tnum" title={number(value)}>
      {abbreviated(value)}
    </span>
  )
}
