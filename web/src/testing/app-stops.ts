/** What the dashboard of a test has begun and its page does not end: called after each test, so that no later one has two of them. */
export const appStops: (() => void)[] = []

export function stopApps(): void {
  for (const stop of appStops.splice(0)) stop()
}
