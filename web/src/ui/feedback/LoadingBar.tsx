import { useUi } from '../UiProvider.tsx'

/**
 * A 2 px bar at the top of the page while the next page loads. It is a live region because it lies outside of all
 * landmarks.
 */
export function LoadingBar({ active }: { active: boolean }) {
  const { words } = useUi()
  if (!active) return null
  return (
    <div
      role="progressbar"
      aria-live="polite"
      aria-label={words.loading}
      className="late fixed inset-x-0 top-0 z-(--z-toast) h-0.5 overflow-hidden"
    >
      <span className="travelling absolute h-full w-[30%] rounded-full bg-accent" />
    </div>
  )
}
