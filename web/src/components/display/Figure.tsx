import { useDisplay } from './use-display.ts'

/** Up to here there is room for all digits. */
const WHOLE_MAX = 9_999_999

/** A count in full; one of more digits than fit is abbreviated, with the full figure in its title. */
export function Figure({ value }: { value: number }) {
  const { abbreviated, number } = useDisplay()
  if (value <= WHOLE_MAX) return <span className="tnum">{number(value)}</span>
  return (
    <span className="tnum" title={number(value)}>
      {abbreviated(value)}
    </span>
  )
}
