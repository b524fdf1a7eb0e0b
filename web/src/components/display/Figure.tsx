import { useDisplay } from './use-display.ts'

/** A count: abbreviated from 1,000 on, the full figure in its title. */
export function Figure({ value }: { value: number }) {
  const { abbreviated, number } = useDisplay()
  return (
    <span className="tnum" title={number(value)}>
      {abbreviated(value)}
    </span>
  )
}
